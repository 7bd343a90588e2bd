import { LeaderboardScreen } from '#web/features/leaderboard/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { SpaceRail } from '#web/pages/space/space-rail.tsx';
import { PageGrid } from '#web/ui/page/page-grid.tsx';

export function LeaderboardPage({ space, search }: TabProps) {
  return (
    <PageGrid aside={<SpaceRail space={space} isLeaderboard />}>
      <LeaderboardScreen space={space} search={search} />
    </PageGrid>
  );
}
