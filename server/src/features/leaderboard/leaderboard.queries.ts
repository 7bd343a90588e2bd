import { type RawBuilder, sql } from 'kysely';
import type { LeaderboardPeriod, MemberCard } from '#contract/features/leaderboard/leaderboard.ts';
import type { SpacePerson } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { spacePersonJson } from '#server/platform/people/person.queries.ts';

/** The column with the points of each period. Each has an index in ranking order. */
const columns = { '7d': 'points_7', '30d': 'points_30', all: 'points' } as const;
const sumOf = (period: LeaderboardPeriod) => sql.ref(`mp.${columns[period]}`);

/** The sort key of a member in the ranking of a period: more points first, then who reached them first. */
export interface RankKey {
  points: number;
  reached_at: string;
  user_id: string;
}

/** A ranked member, and which part of the leaderboard the row belongs to: the top, or the viewer and their neighbors. */
export interface RankRow extends RankKey {
  part: 'top' | 'above' | 'viewer' | 'below';
  user: SpacePerson;
}

/** A member's points and level in a period. */
export interface MemberRank {
  points: number;
  total_points: number;
  level: number;
  level_name: string | null;
  is_ranked: boolean;
  /**
   * How many members rank higher, counted up to a limit; null for someone who is not ranked or has no points in the
   * period.
   */
  before: number | null;
}

const ranked = (spaceId: string, period: LeaderboardPeriod) =>
  sql`mp.space_id = ${spaceId}::uuid and mp.is_ranked and ${sumOf(period)} > 0`;
const rankOf = (period: LeaderboardPeriod) => sql`(-${sumOf(period)}, mp.reached_at, mp.user_id)`;
const keyOf = (key: RankKey) =>
  sql`(${-key.points}::int, ${key.reached_at}::timestamptz, ${key.user_id}::uuid)`;

const ascending = (period: LeaderboardPeriod) => sql`-${sumOf(period)}, mp.reached_at, mp.user_id`;
const descending = (period: LeaderboardPeriod) =>
  sql`-${sumOf(period)} desc, mp.reached_at desc, mp.user_id desc`;

const rankColumns = (period: LeaderboardPeriod) =>
  sql`mp.user_id, ${sumOf(period)} as points, mp.reached_at, ${spacePersonJson('u', 'mp')} as user`;

/**
 * Returns members in ranking order, starting after a position. A short scan of one index, however many members there
 * are.
 */
export async function listRankRows(
  db: Db,
  spaceId: string,
  period: LeaderboardPeriod,
  page: { after: RankKey | null; limit: number },
): Promise<RankRow[]> {
  const afterCondition = page.after ? sql`and ${rankOf(period)} > ${keyOf(page.after)}` : sql``;
  const { rows } = await sql<RankRow>`
    select 'top' as part, ${rankColumns(period)} from (
      select * from member_points mp where ${ranked(spaceId, period)} ${afterCondition}
      order by ${ascending(period)} limit ${pageLimit(page.limit)}) mp join users u on u.id = mp.user_id
    order by ${ascending(period)}`.execute(db);
  return rows;
}

/**
 * Returns the first `top` members of a period, the level of a member (null for a non-member), and the two members above
 * and below them. Everything comes from one snapshot, by short scans of one index. At most `limit` members above are
 * counted.
 */
export async function loadLeaderboard(
  db: Db,
  input: { space_id: string; period: LeaderboardPeriod; top: number; user_id: string; limit: number },
): Promise<{ member_rank: MemberRank | null; rows: RankRow[] }> {
  const { space_id, period } = input;
  const viewerRank = sql`(-viewer.sum, viewer.reached_at, viewer.user_id)`;
  const near = (part: RankRow['part'], compared: string, order: RawBuilder<unknown>) => sql`
    select ${sql.lit(part)}, near.user_id from viewer cross join lateral (
      select mp.user_id from member_points mp
      where ${ranked(space_id, period)} and ${rankOf(period)} ${sql.raw(compared)} ${viewerRank}
      order by ${order} limit 2) near where viewer.has_rank`;
  const { rows } = await sql<{ member_rank: MemberRank | null } & (RankRow | { part: null })>`
    with viewer as materialized (
      select mp.*, ${sumOf(period)} as sum, mp.is_ranked and ${sumOf(period)} > 0 as has_rank from member_points mp
      where mp.space_id = ${space_id}::uuid and mp.user_id = ${input.user_id}::uuid and mp.is_member
    ), member_rank as materialized (
      select json_build_object('points', viewer.sum, 'total_points', viewer.points, 'level', viewer.level,
        'level_name', nullif((select names[viewer.level] from space_level_names n where n.space_id = viewer.space_id), ''),
        'is_ranked', viewer.is_ranked, 'before', case when viewer.has_rank then (select count(*) from (
          select 1 from member_points mp where ${ranked(space_id, period)} and ${rankOf(period)} < ${viewerRank}
          order by ${descending(period)} limit ${pageLimit(input.limit)}) before) end) as member_rank
      from viewer
    ), chosen (part, user_id) as (
      (select 'top', mp.user_id from member_points mp where ${ranked(space_id, period)}
        order by ${ascending(period)} limit ${pageLimit(input.top)})
      union all ${near('above', '<', descending(period))}
      union all select 'viewer', viewer.user_id from viewer where viewer.has_rank
      union all ${near('below', '>', ascending(period))}
    ), people as (
      select chosen.part, ${rankColumns(period)}
      from chosen join member_points mp on mp.space_id = ${space_id}::uuid and mp.user_id = chosen.user_id
        join users u on u.id = mp.user_id
    )
    select (select member_rank from member_rank), people.* from (select) one left join people on true
    order by part = 'top' desc, -points, reached_at, user_id`.execute(db);
  return { member_rank: rows[0]?.member_rank ?? null, rows: rows.filter((row) => row.part !== null) };
}

/**
 * Returns the number of active members per level (levels without members are missing) and the level names of the space.
 * Reads stored counts plus the log entries that are not aggregated yet; no members are counted here.
 */
export async function loadLevels(
  db: Db,
  spaceId: string,
): Promise<{ counts: Map<number, number>; names: string[] }> {
  const { rows } = await sql<{ names: string[] | null; counts: Record<string, number> | null }>`
    select (select names from space_level_names where space_id = ${spaceId}::uuid) as names,
      (select json_object_agg(level, members) from (
        select level, sum(members) as members from (
          select level, member_count as members from space_level_counts where space_id = ${spaceId}::uuid
          union all select level, change from space_level_log where space_id = ${spaceId}::uuid) counted
        group by level) on_levels) as counts`.execute(db);
  const counts = Object.entries(rows[0]?.counts ?? {}).map(
    ([level, count]) => [Number(level), count] as const,
  );
  return { counts: new Map(counts), names: rows[0]?.names ?? [] };
}

export async function upsertLevelNames(db: Db, spaceId: string, names: string[], now: string): Promise<void> {
  await db
    .insertInto('space_level_names')
    .values({ space_id: spaceId, names, updated_at: now })
    .onConflict((conflict) => conflict.column('space_id').doUpdateSet({ names, updated_at: now }))
    .execute();
}

export interface CardRow {
  user_id: string;
  role: 'owner' | 'admin' | 'member';
  joined_at: string;
  user: SpacePerson;
  points: number;
  level_name: string | null;
  badges: MemberCard['badges'] | null;
}

/** Returns an active member with everything that their card shows; null when they are not one. */
export async function findCard(db: Db, spaceId: string, userId: string): Promise<CardRow | null> {
  const { rows } = await sql<CardRow>`
    select m.user_id, m.role, m.joined_at, ${spacePersonJson('u', 'mp')} as user, mp.points, nullif(n.names[mp.level], '') as level_name,
      (select json_agg(json_build_object('code', b.code, 'name', b.name, 'description', b.description,
          'awarded_at', to_char(ub.awarded_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by b.position)
        from user_badges ub join badges b on b.code = ub.badge_code where ub.user_id = m.user_id) as badges
    from space_members m join users u on u.id = m.user_id
      join member_points mp on mp.space_id = m.space_id and mp.user_id = m.user_id
      left join space_level_names n on n.space_id = m.space_id
    where m.space_id = ${spaceId}::uuid and m.user_id = ${userId}::uuid and m.status = 'active'`.execute(db);
  return rows[0] ?? null;
}
