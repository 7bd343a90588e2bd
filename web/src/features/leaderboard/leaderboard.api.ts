import type { LeaderboardPeriod } from '#contract/features/leaderboard/leaderboard.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';

/** Parses the period of a leaderboard URL; the default is 7 days. */
export function toPeriod(value: unknown): LeaderboardPeriod {
  return value === '30d' || value === 'all' ? value : '7d';
}

/** Parses the search parameters of a leaderboard URL; drops unknown ones. */
export const toLeaderboardSearch = ({
  period,
}: Record<string, unknown>): { period?: Exclude<LeaderboardPeriod, '7d'> | undefined } => ({
  period: period === '30d' || period === 'all' ? period : undefined,
});

/** The top 10 of a period and the viewer's rank. */
export const leaderboardQuery = (spaceId: string, period: LeaderboardPeriod) =>
  apiQuery('get_leaderboard', { space_id: spaceId, period });

/** All ranked members of a period, 50 a page. */
export const rankPages = (spaceId: string, period: LeaderboardPeriod) =>
  apiPages('list_leaderboard', { space_id: spaceId, period }, (page) => page);

/** The nine levels of a space with their names and member counts. */
export const levelsQuery = (spaceId: string) => apiQuery('get_space_levels', { space_id: spaceId });
