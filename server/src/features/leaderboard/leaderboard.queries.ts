import { sql } from 'kysely';
import type { Badge, LeaderboardPeriod } from '#contract/leaderboard.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';

/** The sum that a period goes by; each has an index in the order of its ranks. */
const columns = { '7d': 'points_7', '30d': 'points_30', all: 'points' } as const;
const sumOf = (period: LeaderboardPeriod) => sql.ref(`mp.${columns[period]}`);

/** A place in the order of a period. */
export interface RankKey {
  points: number;
  reached_at: string;
  user_id: string;
}

export interface RankRow extends RankKey {
  part: 'top' | 'above' | 'own' | 'below';
  full_name: string;
  username: string;
  avatar_url: string | null;
  profile_url: string;
  level: number;
  level_version: number;
  badges: Badge[] | null;
}

export interface StandingRow {
  points: number;
  total_points: number;
  reached_at: string | null;
  level: number;
  level_name: string | null;
  is_ranked: boolean;
}

/** How a member stands in a period; null for who is none. */
export async function selectStanding(
  db: Db,
  spaceId: string,
  userId: string,
  period: LeaderboardPeriod,
): Promise<StandingRow | null> {
  const { rows } = await sql<StandingRow>`
    select ${sumOf(period)} as points, mp.points as total_points, mp.reached_at, mp.level, mp.is_ranked,
      nullif(n.names[mp.level], '') as level_name
    from member_points mp left join space_level_names n on n.space_id = mp.space_id
    where mp.space_id = ${spaceId}::uuid and mp.user_id = ${userId}::uuid and mp.is_member`.execute(db);
  return rows[0] ?? null;
}

const ranked = (spaceId: string, period: LeaderboardPeriod) =>
  sql`mp.space_id = ${spaceId}::uuid and mp.is_ranked and ${sumOf(period)} > 0`;
const placeOf = (period: LeaderboardPeriod) => sql`(-${sumOf(period)}, mp.reached_at, mp.user_id)`;
const keyOf = (key: RankKey) =>
  sql`(${-key.points}::int, ${key.reached_at}::timestamptz, ${key.user_id}::uuid)`;

const onward = (period: LeaderboardPeriod) => sql`-${sumOf(period)}, mp.reached_at, mp.user_id`;
const back = (period: LeaderboardPeriod) => sql`-${sumOf(period)} desc, mp.reached_at desc, mp.user_id desc`;

/**
 * The first `top` members of a period, and with `own` the two before and after that place and itself. Short scans of one
 * index, however many members there are.
 */
export async function selectRanks(
  db: Db,
  input: {
    space_id: string;
    period: LeaderboardPeriod;
    top: number;
    after: RankKey | null;
    own: RankKey | null;
  },
): Promise<RankRow[]> {
  const { space_id, period, own } = input;
  const part = (
    name: RankRow['part'],
    condition: ReturnType<typeof keyOf>,
    order: ReturnType<typeof keyOf>,
    rows: number,
  ) =>
    sql`(select ${sql.lit(name)} as part, mp.user_id from member_points mp
      where ${ranked(space_id, period)} ${condition} order by ${order} limit ${pageLimit(rows)})`;
  const parts = [
    part(
      'top',
      input.after ? sql`and ${placeOf(period)} > ${keyOf(input.after)}` : sql``,
      onward(period),
      input.top,
    ),
  ];
  if (own) {
    parts.push(
      part('above', sql`and ${placeOf(period)} < ${keyOf(own)}`, back(period), 2),
      part('own', sql`and mp.user_id = ${own.user_id}::uuid`, onward(period), 1),
      part('below', sql`and ${placeOf(period)} > ${keyOf(own)}`, onward(period), 2),
    );
  }
  const { rows } = await sql<RankRow>`
    select chosen.part, mp.user_id, ${sumOf(period)} as points, mp.reached_at, mp.level, mp.level_version, u.full_name,
      u.username, u.avatar_url, u.profile_url,
      (select json_agg(json_build_object('code', b.code, 'name', b.name) order by b.position)
        from user_badges ub join badges b on b.code = ub.badge_code where ub.user_id = mp.user_id) as badges
    from (${sql.join(parts, sql` union all `)}) chosen
      join member_points mp on mp.space_id = ${space_id}::uuid and mp.user_id = chosen.user_id
      join users u on u.id = mp.user_id
    order by chosen.part = 'top' desc, ${onward(period)}`.execute(db);
  return rows;
}

/** How many stand before a place, counted up to `most`. */
export async function countBefore(
  db: Db,
  spaceId: string,
  period: LeaderboardPeriod,
  key: RankKey,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from member_points mp where ${ranked(spaceId, period)} and ${placeOf(period)} < ${keyOf(key)}
      order by ${back(period)} limit ${pageLimit(most)}) before`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many active members are on each level that has any, and what the space calls its levels. */
export async function selectLevels(
  db: Db,
  spaceId: string,
): Promise<{ counts: Map<number, number>; names: string[] }> {
  const { rows } = await sql<{ names: string[] | null; counts: Record<string, number> | null }>`
    select (select names from space_level_names where space_id = ${spaceId}::uuid) as names,
      (select json_object_agg(level, members) from (
        select level, count(*) as members from member_points
        where space_id = ${spaceId}::uuid and is_member group by level) on_levels) as counts`.execute(db);
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
  full_name: string;
  username: string;
  avatar_url: string | null;
  profile_url: string;
  points: number;
  level: number;
  level_version: number;
  level_name: string | null;
  contributions: number;
  badges: (Badge & { description: string; awarded_at: string })[] | null;
}

/** An active member with everything their card shows. */
export async function selectCard(db: Db, spaceId: string, userId: string): Promise<CardRow | null> {
  const { rows } = await sql<CardRow>`
    select m.user_id, m.role, m.joined_at, u.full_name, u.username, u.avatar_url, u.profile_url, mp.points, mp.level,
      mp.level_version, nullif(n.names[mp.level], '') as level_name,
      (coalesce((select sum(contributions) from user_activity_months a where a.user_id = m.user_id), 0)
        + coalesce((select sum(points) from user_activity_log a where a.user_id = m.user_id), 0))::int as contributions,
      (select json_agg(json_build_object('code', b.code, 'name', b.name, 'description', b.description,
          'awarded_at', to_char(ub.awarded_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by b.position)
        from user_badges ub join badges b on b.code = ub.badge_code where ub.user_id = m.user_id) as badges
    from space_members m join users u on u.id = m.user_id
      join member_points mp on mp.space_id = m.space_id and mp.user_id = m.user_id
      left join space_level_names n on n.space_id = m.space_id
    where m.space_id = ${spaceId}::uuid and m.user_id = ${userId}::uuid and m.status = 'active'`.execute(db);
  return rows[0] ?? null;
}
