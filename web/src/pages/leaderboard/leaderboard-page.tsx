import { LeaderboardScreen } from '#web/features/leaderboard/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';

export function LeaderboardPage({ space, search }: TabProps) {
  return (
    <div className="mx-auto w-full max-w-feed px-4 py-6 lg:py-8">
      <LeaderboardScreen space={space} search={search} />
    </div>
  );
}
