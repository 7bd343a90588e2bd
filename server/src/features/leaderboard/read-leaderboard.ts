import type {
  LeaderboardPeriod,
  leaderboardEndpoints,
  RankedMember,
} from '#contract/features/leaderboard/leaderboard.ts';
import type { EndpointOutput } from '#contract/schema/endpoint.ts';
import type { Viewer } from '#server/platform/access.ts';
import type { Database } from '#server/platform/db/database.ts';
import { listRankRows, loadLeaderboard, type RankRow } from './leaderboard.queries.ts';
import { toRankedMember } from './leaderboard.view.ts';
import { decodeRank, encodeRank } from './rank-cursor.ts';

const topSize = 10;
const pageSize = 50;
/** Ranks are counted up to this limit. Further down only the neighbors are shown. */
const maxRank = 500;

/** Returns a page and the cursor of the next one. `before` members rank above the page. */
function toRankPage(rows: RankRow[], size: number, before: number, period: LeaderboardPeriod) {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const members: RankedMember[] = page.map((row, index) => toRankedMember(row, before + index + 1));
  const next_cursor = rows.length > size && last ? encodeRank(period, last, before + page.length) : null;
  return { members, next_cursor };
}

type Leaderboard = Omit<EndpointOutput<(typeof leaderboardEndpoints)['get_leaderboard']>, 'live_cursor'>;

/** Returns the top ten of a period and the viewer's rank with its neighbors, in one statement. */
export async function readLeaderboard(
  db: Database,
  viewer: Viewer | null,
  spaceId: string,
  period: LeaderboardPeriod,
): Promise<Leaderboard> {
  const first = topSize + 1;
  const { member_rank, rows } = viewer
    ? await loadLeaderboard(db, {
        space_id: spaceId,
        period,
        top: first,
        user_id: viewer.user_id,
        limit: maxRank,
      })
    : { member_rank: null, rows: await listRankRows(db, spaceId, period, { after: null, limit: first }) };
  const { members: top, next_cursor } = toRankPage(
    rows.filter((row) => row.part === 'top'),
    topSize,
    0,
    period,
  );
  const before = member_rank?.before ?? null;
  const rank = before === null || before >= maxRank ? null : before + 1;
  const near = rows.filter((row) => row.part !== 'top');
  const viewerIndex = near.findIndex((row) => row.part === 'viewer');
  const around = near.map((row, index) => toRankedMember(row, rank && rank + index - viewerIndex));
  return {
    top,
    viewer_rank: member_rank && {
      is_ranked: member_rank.is_ranked,
      rank,
      points: member_rank.points,
      total_points: member_rank.total_points,
      level: member_rank.level,
      level_name: member_rank.level_name,
    },
    around: viewer && top.some(({ user }) => user.id === viewer.user_id) ? [] : around,
    next_cursor,
  };
}

/** Returns a page of everyone with points in a period. */
export async function listRanks(
  db: Database,
  spaceId: string,
  period: LeaderboardPeriod,
  cursor: string | undefined,
): Promise<{ members: RankedMember[]; next_cursor: string | null }> {
  const from = decodeRank(period, cursor);
  const rows = await listRankRows(db, spaceId, period, { after: from?.key ?? null, limit: pageSize + 1 });
  return toRankPage(rows, pageSize, from?.before ?? 0, period);
}
