import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import type { LeaderboardPeriod } from '#contract/leaderboard.ts';
import type { Space } from '#contract/spaces.ts';
import { useNearEnd } from '#web/lib/list/use-near-end.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { rankPages } from './leaderboard.api.ts';
import { RankRow } from './rank-row.tsx';
import { RanksSkeleton } from './ranks-skeleton.tsx';

interface RankPagesProps {
  space: Space;
  period: LeaderboardPeriod;
  viewerId: string | null;
}

/** All members with points in a period, loaded page by page. */
export function RankPages({ space, period, viewerId }: RankPagesProps) {
  const pages = useInfiniteQuery(rankPages(space.id, period));
  const members = pages.data?.pages.flatMap((page) => page.members) ?? [];
  const more = useNearEnd<HTMLDivElement>(pages.hasNextPage && !pages.isFetching, () => {
    void pages.fetchNextPage();
  });
  if (pages.isPending) return <RanksSkeleton />;
  if (pages.isError && members.length === 0) {
    return (
      <EmptyState
        title={t("Couldn't load the leaderboard")}
        action={<Button onClick={() => void pages.refetch()}>{t('Try again')}</Button>}
      />
    );
  }
  return (
    <>
      <Card flush>
        <ol aria-label={t('All ranked members')} className="divide-y divide-line">
          {members.map((member) => (
            <RankRow
              key={member.user.id}
              member={member}
              spaceId={space.id}
              isOwn={member.user.id === viewerId}
            />
          ))}
        </ol>
      </Card>
      {pages.hasNextPage && (
        <div ref={more} className="flex justify-center">
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  );
}
