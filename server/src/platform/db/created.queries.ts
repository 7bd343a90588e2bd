import { sql } from 'kysely';
import type { Db } from './database.ts';

/** What a browser says about something that it creates: a client id of its own, so that creating it twice does so once. */
interface CreationKey {
  user_id: string;
  space_id: string;
  client_id: string;
}

/** Returns the id of what this user has created in the space with this client id, deleted or not; null without any. */
export async function findCreatedId(
  db: Db,
  table: 'posts' | 'courses' | 'events',
  { user_id, space_id, client_id }: CreationKey,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where user_id = ${user_id}::uuid and space_id = ${space_id}::uuid and client_id = ${client_id}::uuid`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}
