import { sql } from 'kysely';
import type { Db } from './db/database.ts';

/** A user in one of their spaces. */
export interface MemberOfSpace {
  space_id: string;
  user_id: string;
}

/** These members as a table with their columns. */
export const membersTable = (members: readonly MemberOfSpace[]) => sql`(
  select distinct space_id, user_id from unnest(${members.map(({ space_id }) => space_id)}::uuid[],
    ${members.map(({ user_id }) => user_id)}::uuid[]) t (space_id, user_id))`;

/** Returns those who are the owner or an admin of the space. */
export async function listEditors(db: Db, members: readonly MemberOfSpace[]): Promise<MemberOfSpace[]> {
  const { rows } = await sql<MemberOfSpace>`
    select wanted.space_id, wanted.user_id from ${membersTable(members)} wanted
    where exists (select from spaces s where s.id = wanted.space_id and s.owner_id = wanted.user_id)
      or exists (select from space_members m where m.space_id = wanted.space_id and m.user_id = wanted.user_id
        and m.status = 'active' and m.role in ('owner', 'admin'))`.execute(db);
  return rows;
}

/** Returns the owner and the admins of a space among these users. */
export async function listEditorsAmong(db: Db, spaceId: string, userIds: string[]): Promise<string[]> {
  const editors = await listEditors(
    db,
    userIds.map((user_id) => ({ space_id: spaceId, user_id })),
  );
  return editors.map(({ user_id }) => user_id);
}
