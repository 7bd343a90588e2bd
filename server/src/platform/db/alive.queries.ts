import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Throws if the database can't be reached. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
