import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** Up to so many spaces that fit are put in order; where more do, the order is walked until a page is full. */
const fewFit = 400;

/** A condition on `s`: the text stands anywhere in the space's name, address or descriptions, in any script. */
export async function findFittingSpaces(db: Db, search: string): Promise<RawBuilder<boolean>> {
  const folded = sql`search_fold(${search}::text)`;
  const { rows } = await sql<{ space_id: string }>`
    select k.space_id from space_search k
    where k.keys @> search_wanted('', ${folded}) and strpos(k.folded, ${folded}) > 0
    limit ${sql.lit(fewFit + 1)}`.execute(db);
  if (rows.length <= fewFit) return sql<boolean>`s.id = any(${rows.map((row) => row.space_id)}::uuid[])`;
  return sql<boolean>`(select strpos(k.folded, ${folded}) > 0 from space_search k where k.space_id = s.id)`;
}
