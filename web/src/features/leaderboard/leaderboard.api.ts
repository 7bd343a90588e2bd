import type { LeaderboardPeriod } from '#contract/leaderboard.ts';
import { apiPages, apiQuery } from '#web/lib/query-client.ts';

/** What the address of a leaderboard says; anything else in it is left out. */
export function toPeriod(value: unknown): LeaderboardPeriod {
  return value === '30d' || value === 'all' ? value : '7d';
}

/** What the address of the leaderboard holds. */
export const toLeaderboardSearch = ({
  period,
}: Record<string, unknown>): { period?: Exclude<LeaderboardPeriod, '7d'> | undefined } => ({
  period: period === '30d' || period === 'all' ? period : undefined,
});

/** The first ten of a period and the viewer's own place. */
export const leaderboardQuery = (spaceId: string, period: LeaderboardPeriod) =>
  apiQuery('get_leaderboard', { space_id: spaceId, period });

/** All ranked members in a period, 50 a page. */
export const rankPages = (spaceId: string, period: LeaderboardPeriod) =>
  apiPages('list_leaderboard', { space_id: spaceId, period }, (page) => page);

/** The nine levels of a space with their names and members. */
export const levelsQuery = (spaceId: string) => apiQuery('get_space_levels', { space_id: spaceId });
