import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { findMatches } from '#server/platform/db/matching-rows.ts';

/**
 * Returns a condition on `m`: the member's name or username contains the text, in any script, ignoring case, accents
 * and spelling variants.
 */
export async function findMatchingMembers(
  db: Db,
  spaceId: string,
  search: string,
): Promise<RawBuilder<boolean>> {
  return await findMatches(db, search, {
    entries: { table: 'member_search', column: 'member_id' },
    row: 'm.id',
    text: 'm.search_text',
    scope: spaceId,
    sample: sql`select id from space_members where space_id = ${spaceId}::uuid and status = 'active'
      order by joined_at desc, id desc limit 60`,
  });
}
