import { sql } from 'kysely';
import type { SpacePerson } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import type { Presence } from '#server/platform/live/presence/record-presence.ts';
import { spacePersonJson } from '#server/platform/people/person.queries.ts';

/** The time of members who were never active. */
const never = sql`'1970-01-01T00:00:00Z'::timestamptz`;

/**
 * Stores when these users were active, as members of these spaces and anywhere, unless what is stored is less than half a minute
 * older. Memberships that are locked are left out: the next call stores them. So are non-members, and those who appear offline:
 * nothing says anywhere when they were active in a space. Returns these.
 *
 * The rows of `user_presence` are locked first, as by `updateAppearOffline`, so that neither overwrites what the other has read.
 */
export async function updateLastActive(db: Db, present: readonly Presence[]): Promise<string[]> {
  const users = present.map(({ user_id }) => user_id);
  const spaces = present.map(({ space_id }) => space_id);
  const times = present.map(({ at }) => new Date(at).toISOString());
  const { rows } = await sql<{ user_id: string }>`
    with present as materialized (
      select * from unnest(${users}::uuid[], ${spaces}::uuid[], ${times}::timestamptz[]) p (user_id, space_id, at)
    ), living as materialized (
      select u.id from users u where u.id = any(${users}::uuid[]) order by u.id for key share of u skip locked
    ), seen as (
      insert into user_presence as s (user_id, seen_at)
      select p.user_id, max(p.at) from present p join living u on u.id = p.user_id group by p.user_id order by p.user_id
      on conflict (user_id) do update set seen_at = greatest(s.seen_at, excluded.seen_at)
      returning user_id, appear_offline
    ), due as (
      select m.id, case when s.appear_offline then ${never} else p.at end as at
      from seen s join present p on p.user_id = s.user_id
        join space_members m on m.space_id = p.space_id and m.user_id = p.user_id
      where m.status = 'active' and case when s.appear_offline then m.last_active_at > ${never}
        else m.last_active_at <= p.at - interval '30 seconds' end
      for no key update of m skip locked
    ), updated as (
      update space_members m set last_active_at = due.at from due where m.id = due.id
    )
    select user_id from seen where appear_offline`.execute(db);
  return rows.map(({ user_id }) => user_id);
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
 * Returns those of these users who are members of a space and don't appear offline, latest first, and how many there are. A member
 * who asks is online. Those who blocked the viewer, or whom the viewer blocked, aren't counted either: the number would tell.
 */
export async function listOnline(
  db: Db,
  input: { space_id: string; viewer_id: string | undefined; user_ids: readonly string[]; limit: number },
): Promise<{ members: SpacePerson[]; online_count: number }> {
  const viewer = input.viewer_id ?? null;
  const { rows } = await sql<{ members: SpacePerson[]; online_count: number }>`
    with online as materialized (
      select m.id, m.user_id, m.user_id is not distinct from ${viewer}::uuid as is_viewer, m.last_active_at, m.joined_at
      from space_members m left join user_presence p on p.user_id = m.user_id
      where m.space_id = ${input.space_id}::uuid and m.status = 'active'
        and m.user_id = any(array_append(${input.user_ids}::uuid[], ${viewer}::uuid))
        and (m.user_id = ${viewer}::uuid or p.appear_offline is not true)
        and not exists (select from chat_blocks b where b.user_id = m.user_id and b.blocked_user_id = ${viewer}::uuid)
        and not exists (select from chat_blocks b where b.user_id = ${viewer}::uuid and b.blocked_user_id = m.user_id)
    ), latest as (
      select o.* from online o
      order by o.is_viewer desc, o.last_active_at desc, o.joined_at desc, o.id desc limit ${pageLimit(input.limit)}
    )
    select (select count(*)::int from online) as online_count,
      coalesce((select json_agg(${spacePersonJson('u', 'mp')}
          order by l.is_viewer desc, l.last_active_at desc, l.joined_at desc, l.id desc)
        from latest l join users u on u.id = l.user_id
          left join member_points mp on mp.space_id = ${input.space_id}::uuid and mp.user_id = l.user_id), '[]'::json)
        as members`.execute(db);
  return rows[0] ?? { members: [], online_count: 0 };
}

/** Returns those of these users whose presence a viewer may see in a space: members, if the viewer is one, without a block. */
export async function listWatchableInSpace(
  db: Db,
  input: { space_id: string; viewer_id: string; user_ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from space_members m
    where m.space_id = ${input.space_id}::uuid and m.user_id = any(${input.user_ids}::uuid[]) and m.status = 'active'
      and exists (select from space_members v where v.space_id = m.space_id and v.user_id = ${input.viewer_id}::uuid
        and v.status = 'active')
      and not chat_is_blocked(m.user_id, ${input.viewer_id}::uuid)`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
