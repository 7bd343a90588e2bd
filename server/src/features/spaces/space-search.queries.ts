import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { findFittingRows } from '#server/platform/db/fitting-rows.ts';

/** A condition on `s`: the text stands anywhere in the space's name, address or descriptions, in any script. */
export async function findFittingSpaces(db: Db, search: string): Promise<RawBuilder<boolean>> {
  return await findFittingRows(db, search, {
    entries: { table: 'space_search', column: 'space_id' },
    row: 's.id',
    scope: '',
    sample: sql`select id from spaces where not is_private order by active_member_count desc, id desc limit 60`,
  });
}
