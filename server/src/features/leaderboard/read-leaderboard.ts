import type { EndpointOutput } from '#contract/endpoint.ts';
import type { LeaderboardPeriod, leaderboardEndpoints, RankedMember } from '#contract/leaderboard.ts';
import type { Viewer } from '#server/platform/access.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type RankRow, selectBoard, selectRanks } from './leaderboard.queries.ts';
import { toRankedMember } from './leaderboard.view.ts';
import { decodeRank, encodeRank } from './rank-cursor.ts';

const topSize = 10;
const pageSize = 50;
/** Ranks are counted so far: further down, one's neighbours say more than a number. */
const countedRanks = 500;

/** A page and where the next one begins; `before` members stand above it. */
function toRankPage(rows: RankRow[], size: number, before: number, period: LeaderboardPeriod) {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const members: RankedMember[] = page.map((row, index) => toRankedMember(row, before + index + 1));
  const next_cursor = rows.length > size && last ? encodeRank(period, last, before + page.length) : null;
  return { members, next_cursor };
}

type Leaderboard = Omit<EndpointOutput<(typeof leaderboardEndpoints)['get_leaderboard']>, 'live_cursor'>;

/** The first ten of a period, and the viewer's own place with its neighbours: one statement. */
export async function readLeaderboard(
  db: Database,
  viewer: Viewer | null,
  spaceId: string,
  period: LeaderboardPeriod,
): Promise<Leaderboard> {
  const first = topSize + 1;
  const { standing, rows } = viewer
    ? await selectBoard(db, {
        space_id: spaceId,
        period,
        top: first,
        user_id: viewer.user_id,
        most: countedRanks,
      })
    : { standing: null, rows: await selectRanks(db, spaceId, period, { after: null, limit: first }) };
  const { members: top, next_cursor } = toRankPage(
    rows.filter((row) => row.part === 'top'),
    topSize,
    0,
    period,
  );
  const before = standing?.before ?? null;
  const rank = before === null || before >= countedRanks ? null : before + 1;
  const near = rows.filter((row) => row.part !== 'top');
  const ownAt = near.findIndex((row) => row.part === 'own');
  const around = near.map((row, index) => toRankedMember(row, rank && rank + index - ownAt));
  return {
    top,
    own: standing && {
      is_ranked: standing.is_ranked,
      rank,
      points: standing.points,
      total_points: standing.total_points,
      level: standing.level,
      level_name: standing.level_name,
    },
    around: viewer && top.some(({ user }) => user.id === viewer.user_id) ? [] : around,
    next_cursor,
  };
}

/** A page of everyone who has points in a period. */
export async function listRanks(
  db: Database,
  spaceId: string,
  period: LeaderboardPeriod,
  cursor: string | undefined,
): Promise<{ members: RankedMember[]; next_cursor: string | null }> {
  const from = decodeRank(period, cursor);
  const rows = await selectRanks(db, spaceId, period, { after: from?.key ?? null, limit: pageSize + 1 });
  return toRankPage(rows, pageSize, from?.before ?? 0, period);
}
