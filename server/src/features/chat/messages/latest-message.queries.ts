import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { type LatestRow, latestMessageOf } from '../conversations/conversation-columns.queries.ts';

/** Returns the latest message of a conversation that isn't deleted; null if there is none. */
export async function findLatestMessage(db: Db, conversationId: string): Promise<LatestRow | null> {
  const { rows } = await sql<{ latest: LatestRow | null }>`
    select ${latestMessageOf(sql`${conversationId}::uuid`, sql`1`, sql`2147483647`)} as latest`.execute(db);
  return rows[0]?.latest ?? null;
}
