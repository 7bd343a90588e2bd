import type { LeaderboardPeriod } from '#contract/features/leaderboard/leaderboard.ts';
import { decodeCursor, encodeCursor, isInteger, isTimestamp } from '#server/platform/paging/cursor.ts';
import type { RankKey } from './leaderboard.queries.ts';

type Parts = [points: string, reachedAt: string, before: string];

/** Encodes the end of a page and how many members rank above the next one. */
export function encodeRank(period: LeaderboardPeriod, key: RankKey, before: number): string {
  const { points, reached_at, user_id } = key;
  return encodeCursor(`ranks ${period}`, { at: `${points}~${reached_at}~${before}`, id: user_id });
}

/** @throws AppError `invalid_cursor` */
export function decodeRank(
  period: LeaderboardPeriod,
  cursor: string | undefined,
): { key: RankKey; before: number } | null {
  const keyset = decodeCursor(`ranks ${period}`, cursor, (value) => {
    const parts = value.split('~');
    const [points, reachedAt, before] = parts as Parts;
    return parts.length === 3 && isInteger(points) && isTimestamp(reachedAt) && isInteger(before);
  });
  if (!keyset) return null;
  const [points, reached_at, before] = keyset.at.split('~') as Parts;
  return { key: { points: Number(points), reached_at, user_id: keyset.id }, before: Number(before) };
}
