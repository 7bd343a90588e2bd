import { Link } from '@tanstack/react-router';
import type { LeaderboardPeriod } from '#contract/features/leaderboard/leaderboard.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';

const periods: { period: LeaderboardPeriod; label: Message }[] = [
  { period: '7d', label: msg('7 days') },
  { period: '30d', label: msg('30 days') },
  { period: 'all', label: msg('All time') },
];

/** Links that select the period, stored in the URL. */
export function PeriodChips({ space, period }: { space: Space; period: LeaderboardPeriod }) {
  return (
    <nav aria-label={t('Period')} className="orders w-fit">
      {periods.map((chip) => (
        <Link
          key={chip.period}
          to="/$subdomain/space/leaderboard"
          params={{ subdomain: space.subdomain }}
          search={chip.period === '7d' ? {} : { period: chip.period }}
          replace
          resetScroll={false}
          // By default a link is active on every URL that starts with its own.
          activeOptions={{ exact: true, includeSearch: true }}
          activeProps={{}}
          aria-current={chip.period === period ? 'true' : undefined}
        >
          {t(chip.label)}
        </Link>
      ))}
    </nav>
  );
}
