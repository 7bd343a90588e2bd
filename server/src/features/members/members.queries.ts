import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Role } from './members.policy.ts';

export interface ScopeRow {
  space_id: string;
  subdomain: string;
  owner_id: string;
  is_private: boolean;
  is_paid: boolean;
  role: Role | null;
  joined_at: string | null;
}

/** The space that fulfils `condition` (on `s`), with the viewer's active membership. */
export async function selectScope(
  db: Db,
  viewer: Viewer | null,
  condition: RawBuilder<unknown>,
): Promise<ScopeRow | null> {
  const { rows } = await sql<ScopeRow>`
    select s.id as space_id, s.subdomain, s.owner_id, s.is_private,
      (s.pricing_type = 'paid' and coalesce(s.price_per_month, 0) > 0) as is_paid,
      case when s.owner_id = ${viewer?.user_id ?? null}::uuid then 'owner' else m.role end as role, m.joined_at
    from spaces s
    left join space_members m
      on m.space_id = s.id and m.user_id = ${viewer?.user_id ?? null}::uuid and m.status = 'active'
    where ${condition}`.execute(db);
  return rows[0] ?? null;
}

export const spaceIs = {
  id: (id: string) => sql`s.id = ${id}::uuid`,
  subdomain: (subdomain: string) => sql`s.subdomain = ${subdomain}`,
};

export async function insertMember(
  db: Db,
  member: { id: string; space_id: string; user_id: string; role: Role; joined_at: string },
): Promise<boolean> {
  const result = await db
    .insertInto('space_members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** One membership row of any status, locked against changes until the transaction ends. */
export async function selectMemberForUpdate(db: Db, spaceId: string, userId: string) {
  const row = await db
    .selectFrom('space_members')
    .select(['id', 'user_id', 'role', 'status'])
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row as { id: string; user_id: string; role: Role; status: 'active' | 'inactive' } | undefined;
}

/**
 * Whether the person is an active member; if so they stay one until the transaction ends. `alone` also makes this person's
 * other writes wait, for rules that count them.
 */
export async function lockActiveMember(
  db: Db,
  spaceId: string,
  userId: string,
  alone: boolean,
): Promise<boolean> {
  const query = db
    .selectFrom('space_members')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active');
  const row = await (alone ? query.forNoKeyUpdate() : query.forKeyShare()).executeTakeFirst();
  return row !== undefined;
}

export async function deleteMember(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('space_members').where('id', '=', memberId).execute();
}

export async function selectMemberCount(db: Db, spaceId: string): Promise<number> {
  const row = await db
    .selectFrom('spaces')
    .select('member_count')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return row.member_count;
}

export interface MemberRow {
  id: string;
  space_id: string;
  user_id: string;
  role: Role;
  status: 'active';
  joined_at: string;
  full_name: string;
  username: string;
  avatar_url: string | null;
  profile_url: string;
}

/** A page of active members, newest first. `search` matches any part of name or username. */
export async function selectMembers(
  db: Db,
  input: {
    space_id: string;
    search: string | undefined;
    after: { at: string; id: string } | null;
    limit: number;
  },
): Promise<MemberRow[]> {
  const pattern = input.search ? `%${input.search.replace(/[\\%_]/g, '\\$&')}%` : null;
  let query = db
    .selectFrom('space_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.space_id', 'm.user_id', 'm.role', 'm.status', 'm.joined_at'])
    .select(['u.full_name', 'u.username', 'u.avatar_url', 'u.profile_url'])
    .where('m.space_id', '=', input.space_id)
    .where('m.status', '=', 'active')
    .orderBy('m.joined_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(input.limit);
  if (pattern) {
    query = query.where((eb) =>
      eb.or([eb('u.full_name', 'ilike', pattern), eb('u.username', 'ilike', pattern)]),
    );
  }
  const { after } = input;
  if (after) {
    query = query.where(sql<boolean>`(m.joined_at, m.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  }
  return (await query.execute()) as MemberRow[];
}
