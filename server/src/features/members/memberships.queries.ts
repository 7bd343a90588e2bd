/* The only writes of `space_members`. Each is called by the one function that runs the hooks of the change. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { Role } from './members.policy.ts';

/**
 * Inserts a membership; false when the person has one. Locks the space's row until the transaction ends, and does so first:
 * the trigger that counts members needs that row, and a ban inserts while it holds it.
 */
export async function insertMember(
  db: Db,
  member: {
    id: string;
    space_id: string;
    user_id: string;
    role: Role;
    joined_at: string;
    invited_by?: string | null;
  },
): Promise<boolean> {
  const { id, space_id, user_id, role, joined_at, invited_by = null } = member;
  const { numAffectedRows } = await sql`
    with space as materialized (
      select id from spaces where id = ${space_id}::uuid for no key update)
    insert into space_members (id, space_id, user_id, role, joined_at, invited_by)
    select ${id}::uuid, space.id, ${user_id}::uuid, ${role}, ${joined_at}::timestamptz, ${invited_by}::uuid from space
    on conflict (space_id, user_id) do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Bans someone without a membership. Returns false if they have one. */
export async function insertBan(
  db: Db,
  ban: { id: string; space_id: string; user_id: string; banned_at: string; banned_by: string },
): Promise<boolean> {
  const result = await db
    .insertInto('space_members')
    .values({ ...ban, status: 'inactive', role: 'member', joined_at: ban.banned_at })
    .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Reactivates a membership that ended without a ban, with the role `member`. */
export async function reactivateMember(db: Db, memberId: string, joinedAt: string): Promise<void> {
  await db
    .updateTable('space_members')
    .set({ status: 'active', role: 'member', joined_at: joinedAt })
    .where('id', '=', memberId)
    .execute();
}

export async function updateMemberRoles(
  db: Db,
  spaceId: string,
  changes: { user_id: string; role: Role }[],
): Promise<void> {
  await sql`update space_members m set role = c.role
    from unnest(${changes.map(({ user_id }) => user_id)}::uuid[], ${changes.map(({ role }) => role)}::text[]) c (user_id, role)
    where m.space_id = ${spaceId}::uuid and m.user_id = c.user_id`.execute(db);
}

export async function markMemberBanned(
  db: Db,
  memberId: string,
  ban: { banned_at: string; banned_by: string },
): Promise<void> {
  await db
    .updateTable('space_members')
    .set({ ...ban, status: 'inactive', role: 'member' })
    .where('id', '=', memberId)
    .execute();
}

export async function deleteMember(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('space_members').where('id', '=', memberId).execute();
}

/** Lifts a ban. Returns false if there was none. */
export async function deleteBannedMember(db: Db, spaceId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('space_members')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where('banned_at', 'is not', null)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
