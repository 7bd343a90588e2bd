import { sql } from 'kysely';
import type { Person } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';

/** Returns whether someone ever was a member. Every member keeps a row of points after leaving. */
export async function hasBeenMember(db: Db, spaceId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('member_points')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns banned people, latest first. */
export async function listBans(
  db: Db,
  input: { space_id: string; after: { at: string; id: string } | null; limit: number },
) {
  const { after } = input;
  let query = db
    .selectFrom('space_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.banned_at', personJson('u').as('user')])
    .where('m.space_id', '=', input.space_id)
    .where('m.banned_at', 'is not', null)
    .orderBy('m.banned_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(pageLimit(input.limit));
  if (after) {
    query = query.where(sql<boolean>`(m.banned_at, m.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  }
  return await query.execute();
}

/** Most former members that a search looks through, to bound its cost. */
const maxSearched = 5_000;

/**
 * Returns people who left or were removed and aren't banned, the latest to join first. `search` matches any part of
 * name or username.
 */
export async function listFormerMembers(
  db: Db,
  input: { space_id: string; search: string | undefined; limit: number },
): Promise<Person[]> {
  const matching = input.search
    ? sql`where position(normalize_search_text(${input.search}) in normalize_search_text(u.full_name) || chr(10) || normalize_search_text(u.username)) > 0`
    : sql``;
  const { rows } = await sql<{ user: Person }>`
    select ${personJson('u')} as user
    from (
      select p.user_id, p.joined_at from member_points p
      where p.space_id = ${input.space_id}::uuid and not p.is_member
        and not exists (select from space_members m where m.space_id = p.space_id and m.user_id = p.user_id)
      order by p.joined_at desc, p.user_id desc limit ${maxSearched}) former
    join users u on u.id = former.user_id ${matching}
    order by former.joined_at desc, former.user_id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows.map((row) => row.user);
}
