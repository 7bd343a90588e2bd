import { sql } from 'kysely';
import type { SpacePerson } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import type { Presence } from '#server/platform/live/presence.ts';
import { spacePersonJson } from '#server/platform/people/person.queries.ts';

/** The time of members who were never active. */
const never = sql`'1970-01-01T00:00:00Z'::timestamptz`;

/**
 * Stores when these users were active, as members of these spaces and anywhere, unless what is stored is newer than
 * `unless_after` or locked: this never waits, and the next call stores it. Non-members are left out, and so are those who
 * appear offline: nothing says anywhere when they were active in a space.
 */
export async function updateLastActive(
  db: Db,
  present: readonly Presence[],
  times: { at: string; unless_after: string },
): Promise<void> {
  const users = present.map(({ user_id }) => user_id);
  const spaces = present.map(({ space_id }) => space_id);
  await sql`
    with due as (
      select m.id, case when h.appear_offline then ${never} else ${times.at}::timestamptz end as at
      from unnest(${users}::uuid[], ${spaces}::uuid[]) p (user_id, space_id)
        join space_members m on m.space_id = p.space_id and m.user_id = p.user_id
        left join user_presence h on h.user_id = m.user_id
      where m.status = 'active' and case when h.appear_offline then m.last_active_at > ${never}
        else m.last_active_at <= ${times.unless_after}::timestamptz end
      for no key update of m skip locked
    ), seen as (
      insert into user_presence as s (user_id, seen_at)
      select u.id, ${times.at}::timestamptz from users u where u.id = any(${users}::uuid[])
      order by u.id for key share of u skip locked
      on conflict (user_id) do update set seen_at = excluded.seen_at
        where s.seen_at is null or s.seen_at <= ${times.unless_after}::timestamptz
    )
    update space_members m set last_active_at = due.at from due where m.id = due.id`.execute(db);
}

/** Returns whether a user appears offline. */
export async function appearsOffline(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_presence')
    .select('appear_offline')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.appear_offline ?? false;
}

/** Stores whether a user appears offline. If they do, nobody learns anymore when they were active before. */
export async function updateAppearOffline(db: Db, userId: string, appear_offline: boolean): Promise<void> {
  await db
    .insertInto('user_presence')
    .values({ user_id: userId, appear_offline })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ appear_offline }))
    .execute();
  if (!appear_offline) return;
  await sql`
    update space_members m set last_active_at = ${never} from user_presence p
    where p.user_id = m.user_id and p.user_id = ${userId}::uuid and p.appear_offline`.execute(db);
}

/**
 * Returns the members who were active after `since`, latest first, and how many there are. A member who asks is active
 * now. Reads one range of an index, at most `max` entries.
 */
export async function listOnline(
  db: Db,
  input: { space_id: string; viewer_id: string | undefined; since: string; limit: number; max: number },
): Promise<{ members: SpacePerson[]; online_count: number }> {
  const viewer = input.viewer_id ?? null;
  const { rows } = await sql<{ members: SpacePerson[]; online_count: number }>`
    with online as materialized (
      (select m.id, m.user_id, 'infinity'::timestamptz as last_active_at, m.joined_at from space_members m
        where m.space_id = ${input.space_id}::uuid and m.user_id = ${viewer}::uuid and m.status = 'active')
      union all
      (select m.id, m.user_id, m.last_active_at, m.joined_at from space_members m
        where m.space_id = ${input.space_id}::uuid and m.status = 'active'
          and m.last_active_at > ${input.since}::timestamptz and m.user_id is distinct from ${viewer}::uuid
        order by m.last_active_at desc, m.joined_at desc, m.id desc limit ${pageLimit(input.max)})
    ), latest as (
      select * from online order by last_active_at desc, joined_at desc, id desc limit ${pageLimit(input.limit)}
    )
    select (select count(*)::int from online) as online_count,
      coalesce((select json_agg(${spacePersonJson('u', 'mp')} order by l.last_active_at desc, l.joined_at desc, l.id desc)
        from latest l join users u on u.id = l.user_id
          left join member_points mp on mp.space_id = ${input.space_id}::uuid and mp.user_id = l.user_id), '[]'::json)
        as members`.execute(db);
  return rows[0] ?? { members: [], online_count: 0 };
}
