import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { type ListPages, PagedList } from '#web/lib/list/paged-list.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';

interface QueuePagesProps {
  pages: ListPages;
  count: number;
  empty: ReactNode;
  children: ReactNode;
}

/** A list for moderators, loaded page by page. */
export function QueuePages({ pages, count, empty, children }: QueuePagesProps) {
  return (
    <PagedList
      pages={pages}
      count={count}
      skeleton={<QueueSkeleton />}
      empty={<Card flush>{empty}</Card>}
      failure={{ title: t("Couldn't load this"), text: toMessage(pages.error, t('Please try again.')) }}
    >
      {children}
    </PagedList>
  );
}

function QueueSkeleton() {
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
