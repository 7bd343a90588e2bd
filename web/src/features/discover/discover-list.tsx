import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { SpaceGrid } from '#web/features/spaces/index.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { type DiscoverSearch, discoverPages } from './discover.api.ts';

/** Publicly listed spaces, loaded page by page while scrolling. */
export function DiscoverList({
  search,
  onClear,
}: {
  search: DiscoverSearch;
  /** Removes search and filters. */
  onClear: () => void;
}) {
  const pages = useInfiniteQuery({
    ...discoverPages(search),
    placeholderData: (previous) => previous,
  });
  const spaceIds = pages.data?.pages.flatMap((page) => page.space_ids) ?? [];
  const isNarrowed = Boolean(search.q || search.price || search.topic);
  return (
    <PagedList
      pages={{ ...pages, isPending: pages.isFetching }}
      count={spaceIds.length}
      skeleton={<SpaceGrid spaceIds={[]} heading="h2" />}
      empty={
        <EmptyState
          icon={<Compass size={26} aria-hidden="true" />}
          title={t('No spaces found.')}
          action={
            isNarrowed ? (
              <Button onClick={onClear}>{t('Clear filters')}</Button>
            ) : (
              <Button render={<Link to="/create-space" />}>{t('Create a space')}</Button>
            )
          }
        >
          {isNarrowed
            ? t('Try a different search or clear your filters.')
            : t('Be the first to create a space.')}
        </EmptyState>
      }
      failure={{ title: t('Failed to fetch spaces') }}
    >
      <SpaceGrid spaceIds={spaceIds} heading="h2" eager canCreate={!pages.hasNextPage} />
    </PagedList>
  );
}
