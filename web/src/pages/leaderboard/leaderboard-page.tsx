import { LeaderboardScreen } from '#web/features/leaderboard/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { PageGrid } from '#web/ui/page/page-grid.tsx';

export function LeaderboardPage({ space, search }: TabProps) {
  return (
    <PageGrid>
      <LeaderboardScreen space={space} search={search} />
    </PageGrid>
  );
}
