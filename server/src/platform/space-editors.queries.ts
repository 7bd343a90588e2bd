import { sql } from 'kysely';
import type { Db } from './db/database.ts';

/** Returns the owner and the admins of a space among these users. */
export async function listEditorsAmong(db: Db, spaceId: string, userIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from space_members m where m.space_id = ${spaceId}::uuid and m.status = 'active'
      and m.role in ('owner', 'admin') and m.user_id = any(${userIds}::uuid[])
    union select s.owner_id from spaces s
    where s.id = ${spaceId}::uuid and s.owner_id = any(${userIds}::uuid[])`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
