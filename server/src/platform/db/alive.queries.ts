import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Throws when the database cannot be reached. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
