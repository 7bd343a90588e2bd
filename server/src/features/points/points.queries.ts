import { sql } from 'kysely';
import type { Target } from '#contract/values/targets.ts';
import type { Db } from '#server/platform/db/database.ts';

/** A member's points in a space, locked until the transaction ends. */
export interface LockedPoints {
  user_id: string;
  level: number;
  level_version: number;
}

/** Returns everyone who has points from a person in a space. */
export async function listReceivers(db: Db, spaceId: string, actorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('point_ledger')
    .select('user_id')
    .distinct()
    .where('space_id', '=', spaceId)
    .where('actor_id', '=', actorId)
    .where('voided_at', 'is', null)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Locks the points of members and former members of a space, always in the same order. */
export async function lockPoints(db: Db, spaceId: string, userIds: string[]): Promise<LockedPoints[]> {
  return await db
    .selectFrom('member_points')
    .select(['user_id', 'level', 'level_version'])
    .where('space_id', '=', spaceId)
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
}

/** Writes that someone is a member, so that they are listed and, as a plain member, ranked. */
export async function upsertMember(
  db: Db,
  member: { space_id: string; user_id: string; role: string; joined_at: string },
): Promise<void> {
  const { space_id, user_id, role, joined_at } = member;
  const values = { is_member: true, is_ranked: role === 'member', joined_at };
  await db
    .insertInto('member_points')
    .values({ space_id, user_id, ...values })
    .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** Ranks plain members and no one else, after roles have changed. */
export async function updateRanked(
  db: Db,
  spaceId: string,
  members: { user_id: string; role: string }[],
): Promise<void> {
  const ids = members.map(({ user_id }) => user_id);
  const isRanked = members.map(({ role }) => role === 'member');
  await sql`update member_points m set is_ranked = c.is_ranked and m.is_member
    from unnest(${ids}::uuid[], ${isRanked}::bool[]) c (user_id, is_ranked)
    where m.space_id = ${spaceId}::uuid and m.user_id = c.user_id`.execute(db);
}

/** Writes that someone isn't a member anymore. Their points stay. */
export async function markFormerMember(db: Db, spaceId: string, userId: string): Promise<void> {
  await db
    .updateTable('member_points')
    .set({ is_member: false, is_ranked: false })
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** A change of one member's totals. */
export interface PointChange {
  user_id: string;
  points: number;
  points_30: number;
  points_7: number;
}

interface LedgerRow {
  user_id: string;
  delta: number;
  window_days: number;
}

/** Returns the changes of the totals when ledger rows start (1) or stop (-1) to count. */
export function toChanges(rows: LedgerRow[], sign: 1 | -1): PointChange[] {
  const changes = new Map<string, PointChange>();
  for (const { user_id, delta, window_days } of rows) {
    const change = changes.get(user_id) ?? { user_id, points: 0, points_30: 0, points_7: 0 };
    change.points += sign * delta;
    if (window_days !== 0) change.points_30 += sign * delta;
    if (window_days === 7) change.points_7 += sign * delta;
    changes.set(user_id, change);
  }
  return [...changes.values()];
}

/**
 * Awards the point of a like, unless five points of this pair count within seven days of it. A point that was revoked
 * and awarded again keeps its first time, so that unliking and liking again gains nothing.
 */
export async function insertPoint(
  db: Db,
  point: { target: Target; actor_id: string; user_id: string; space_id: string },
  now: string,
): Promise<LedgerRow[]> {
  const { target, actor_id, user_id, space_id } = point;
  const { rows } = await sql<LedgerRow>`
    with award as (
      select coalesce((select l.created_at from point_ledger l
        where l.target_id = ${target.id}::uuid and l.actor_id = ${actor_id}::uuid),
        ${now}::timestamptz) as at)
    insert into point_ledger (target_kind, target_id, actor_id, user_id, space_id, created_at, window_days)
    select ${target.kind}, ${target.id}::uuid, ${actor_id}::uuid, ${user_id}::uuid, ${space_id}::uuid, at,
      case when at > ${now}::timestamptz - interval '7 days' then 7
        when at > ${now}::timestamptz - interval '30 days' then 30 else 0 end
    from award
    where (select count(*) from point_ledger l
      where l.space_id = ${space_id}::uuid and l.actor_id = ${actor_id}::uuid and l.user_id = ${user_id}::uuid
        and l.voided_at is null and l.created_at > at - interval '7 days' and l.created_at < at + interval '7 days') < 5
    on conflict (target_id, actor_id)
      do update set voided_at = null, window_days = excluded.window_days where point_ledger.voided_at is not null
    returning user_id, delta, window_days`.execute(db);
  return rows;
}

/** Voids the points of a target, or only the one that an actor gave. */
export async function voidTargetPoints(
  db: Db,
  input: { target_id: string; actor_id?: string },
  now: string,
): Promise<LedgerRow[]> {
  let query = db
    .updateTable('point_ledger')
    .set({ voided_at: now })
    .where('target_id', '=', input.target_id)
    .where('voided_at', 'is', null);
  if (input.actor_id) query = query.where('actor_id', '=', input.actor_id);
  return await query.returning(['user_id', 'delta', 'window_days']).execute();
}

/** Voids every point that a person gave or received in a space. */
export async function voidMemberPoints(
  db: Db,
  spaceId: string,
  userId: string,
  now: string,
): Promise<LedgerRow[]> {
  return await db
    .updateTable('point_ledger')
    .set({ voided_at: now })
    .where('space_id', '=', spaceId)
    .where((eb) => eb.or([eb('actor_id', '=', userId), eb('user_id', '=', userId)]))
    .where('voided_at', 'is', null)
    .returning(['user_id', 'delta', 'window_days'])
    .execute();
}

/** Applies changes to the totals, after the ledger has changed. */
export async function updatePoints(db: Db, spaceId: string, changes: PointChange[]): Promise<LockedPoints[]> {
  const column = (name: keyof PointChange) => changes.map((change) => change[name]);
  const { rows } = await sql<LockedPoints>`
    update member_points m set points = m.points + c.points, points_30 = m.points_30 + c.points_30,
      points_7 = m.points_7 + c.points_7,
      level_version = m.level_version + (level_of(m.points + c.points) <> m.level)::int,
      reached_at = (select max(l.created_at) from point_ledger l
        where l.space_id = m.space_id and l.user_id = m.user_id and l.voided_at is null)
    from unnest(${column('user_id')}::uuid[], ${column('points')}::int[], ${column('points_30')}::int[],
      ${column('points_7')}::int[]) as c (user_id, points, points_30, points_7)
    where m.space_id = ${spaceId}::uuid and m.user_id = c.user_id
    returning m.user_id, m.level, m.level_version`.execute(db);
  return rows;
}

const isExpired = (now: string) => sql<boolean>`voided_at is null and (
  (window_days = 7 and created_at <= ${now}::timestamptz - interval '7 days')
  or (window_days = 30 and created_at <= ${now}::timestamptz - interval '30 days'))`;

/** Returns members with points that are too old for a period in which they still count. */
export async function listDueReceivers(
  db: Db,
  now: string,
  limit: number,
): Promise<{ space_id: string; user_id: string }[]> {
  const due = (windowDays: 7 | 30) => sql`(select space_id, user_id from point_ledger
    where voided_at is null and window_days = ${sql.lit(windowDays)}
      and created_at <= ${now}::timestamptz - make_interval(days => ${sql.lit(windowDays)})
    order by created_at limit ${sql.lit(limit)})`;
  const { rows } = await sql<{ space_id: string; user_id: string }>`
    select distinct space_id, user_id from (${due(7)} union all ${due(30)}) due`.execute(db);
  return rows;
}

/** Moves a member's expired points to the longer periods. Returns the previous (`was`) and the new window of each. */
export async function shiftPointWindows(
  db: Db,
  spaceId: string,
  userId: string,
  now: string,
): Promise<(LedgerRow & { was: number })[]> {
  const { rows } = await sql<LedgerRow & { was: number }>`
    update point_ledger l
    set window_days = case when l.created_at <= ${now}::timestamptz - interval '30 days' then 0 else 30 end
    from (select target_id, actor_id, window_days as was from point_ledger
      where space_id = ${spaceId}::uuid and user_id = ${userId}::uuid and ${isExpired(now)}) old
    where (l.target_id, l.actor_id) = (old.target_id, old.actor_id)
    returning l.user_id, l.delta, l.window_days, old.was`.execute(db);
  return rows;
}

/**
 * Aggregates up to `limit` log entries into the member counts per level and returns how many. A single statement, so
 * that a reader who adds counts and log gets the same sum before and after it.
 */
export async function aggregateLevelLog(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from space_level_log where id in (
        select id from space_level_log order by id limit ${sql.lit(limit)} for update skip locked)
      returning space_id, level, change
    ), added as (
      insert into space_level_counts (space_id, level, member_count)
      select space_id, level, sum(change) from taken group by space_id, level having sum(change) <> 0
      order by space_id, level
      on conflict (space_id, level)
        do update set member_count = space_level_counts.member_count + excluded.member_count
    )
    select count(*)::int as taken from taken`.execute(db);
  return rows[0]?.taken ?? 0;
}
