import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { findMatches } from '#server/platform/db/matching-rows.ts';

/** Returns a condition on `s`: the space's name, address or descriptions contain the text, in any script. */
export async function findMatchingSpaces(db: Db, search: string): Promise<RawBuilder<boolean>> {
  return await findMatches(db, search, {
    entries: { table: 'space_search', column: 'space_id' },
    row: 's.id',
    scope: '',
    sample: sql`select id from spaces where not is_private order by active_member_count desc, id desc limit 60`,
  });
}
