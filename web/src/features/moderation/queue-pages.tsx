import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useNearEnd } from '#web/lib/list/use-near-end.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';

interface QueuePagesProps {
  pages: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    hasNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}

/** A paginated list with its loading, empty and error states. */
export function QueuePages({ pages, isEmpty, empty, children }: QueuePagesProps) {
  const more = useNearEnd<HTMLDivElement>(pages.hasNextPage && !pages.isFetching, () => {
    pages.fetchNextPage();
  });
  if (pages.isPending) {
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        {[60, 40].map((width) => (
          <Card key={width}>
            <Skeleton width="35%" />
            <Skeleton width={`${width}%`} />
          </Card>
        ))}
      </div>
    );
  }
  if (pages.isError && isEmpty) {
    return (
      <EmptyState
        title={t("Couldn't load this")}
        action={<Button onClick={() => pages.refetch()}>{t('Try again')}</Button>}
      >
        {toMessage(pages.error, t('Please try again.'))}
      </EmptyState>
    );
  }
  if (isEmpty) return <Card flush>{empty}</Card>;
  return (
    <>
      {children}
      {pages.hasNextPage && (
        <div ref={more} className="mt-4 flex justify-center">
          <Button loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  );
}
