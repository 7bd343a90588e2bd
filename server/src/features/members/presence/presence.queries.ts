import { sql } from 'kysely';
import type { SpacePerson } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import type { Presence } from '#server/platform/live/presence.ts';
import { spacePersonJson } from '#server/platform/people/person.queries.ts';

/**
 * Stores when these members were active, unless their row is newer than `unless_after` or locked: this never waits, and
 * the next call stores it. Non-members are left out.
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
      select m.id from unnest(${users}::uuid[], ${spaces}::uuid[]) p (user_id, space_id)
        join space_members m on m.space_id = p.space_id and m.user_id = p.user_id
      where m.status = 'active' and m.last_active_at <= ${times.unless_after}::timestamptz
      for no key update of m skip locked
    )
    update space_members m set last_active_at = ${times.at}::timestamptz from due where m.id = due.id`.execute(
    db,
  );
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
