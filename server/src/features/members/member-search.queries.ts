import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** Up to so many people who fit are put in order; where more do, the newest members are walked until a page is full. */
const fewFit = 400;

/**
 * A condition on `m`: the text stands anywhere in the member's name or username, in any script, whatever its case, accents
 * and spelling. Which of two ways is quick depends on how many fit, which no statistics tell; so that is asked first.
 */
export async function findFittingMembers(
  db: Db,
  spaceId: string,
  search: string,
): Promise<RawBuilder<boolean>> {
  const folded = sql`search_fold(${search}::text)`;
  const { rows } = await sql<{ member_id: string }>`
    select k.member_id from member_search k
    where k.keys @> search_wanted(${spaceId}::text, ${folded}) and strpos(k.folded, ${folded}) > 0
    limit ${sql.lit(fewFit + 1)}`.execute(db);
  if (rows.length <= fewFit) return sql<boolean>`m.id = any(${rows.map((row) => row.member_id)}::uuid[])`;
  return sql<boolean>`(select strpos(k.folded, ${folded}) > 0 from member_search k where k.member_id = m.id)`;
}
