import { useInfiniteQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { SpaceGrid } from '#web/features/spaces/index.ts';
import { useNearEnd } from '#web/lib/list/use-near-end.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { type DiscoverSearch, discoverPages } from './discover.api.ts';

/** Publicly listed spaces, loaded page by page while scrolling. */
export function DiscoverList({ search }: { search: DiscoverSearch }) {
  const pages = useInfiniteQuery({
    ...discoverPages(search),
    placeholderData: (previous) => previous,
  });
  const spaceIds = pages.data?.pages.flatMap((page) => page.space_ids) ?? [];
  const more = useNearEnd<HTMLDivElement>(pages.hasNextPage && !pages.isFetchingNextPage, () => {
    void pages.fetchNextPage();
  });
  const isNarrowed = Boolean(search.q || search.price || search.topic);
  if (pages.isError && spaceIds.length === 0) {
    return (
      <EmptyState
        title={t('Failed to fetch spaces')}
        action={<Button onClick={() => void pages.refetch()}>{t('Try again')}</Button>}
      />
    );
  }
  if (spaceIds.length === 0 && !pages.isFetching) {
    return (
      <EmptyState icon={<Compass size={26} aria-hidden="true" />} title={t('No spaces found.')}>
        {isNarrowed ? t('Try a different search or clear your filters.') : t('Be the first: create a space.')}
      </EmptyState>
    );
  }
  return (
    <>
      <SpaceGrid spaceIds={spaceIds} heading="h2" />
      {pages.hasNextPage && (
        <div ref={more} className="mt-6 flex justify-center">
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  );
}
