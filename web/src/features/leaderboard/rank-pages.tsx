import '#web/styles/lazy/leaderboard.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LeaderboardPeriod } from '#contract/features/leaderboard/leaderboard.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Card } from '#web/ui/card.tsx';
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
  return (
    <div>
      <PagedList
        pages={pages}
        count={members.length}
        skeleton={<RanksSkeleton />}
        empty={null}
        failure={{ title: t("Couldn't load the leaderboard") }}
      >
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
      </PagedList>
    </div>
  );
}
