import { Link } from '@tanstack/react-router';
import type { LeaderboardPeriod } from '#contract/leaderboard.ts';
import type { Space } from '#contract/spaces.ts';

const periods: { period: LeaderboardPeriod; label: string }[] = [
  { period: '7d', label: '7 days' },
  { period: '30d', label: '30 days' },
  { period: 'all', label: 'All time' },
];

/** Which time the order is of; it stands in the address. */
export function PeriodChips({ space, period }: { space: Space; period: LeaderboardPeriod }) {
  return (
    <nav aria-label="Period" className="orders w-fit">
      {periods.map((chip) => (
        <Link
          key={chip.period}
          to="/$subdomain/space/leaderboard"
          params={{ subdomain: space.subdomain }}
          search={chip.period === '7d' ? {} : { period: chip.period }}
          replace
          resetScroll={false}
          // By default a link counts as active on every address that begins with its own.
          activeOptions={{ exact: true, includeSearch: true }}
          activeProps={{}}
          aria-current={chip.period === period ? 'true' : undefined}
        >
          {chip.label}
        </Link>
      ))}
    </nav>
  );
}
