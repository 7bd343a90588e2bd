import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Up to so many rows that fit are put in order; where more do, the order is walked until a page is full. */
const fewMatch = 400;
/** From this share of a sample on, the order is walked without counting who fits. */
const manyMatch = 0.05;

/**
 * A condition that a row has the text somewhere in its search entry. Whether it is quicker to put the few that fit in order
 * or to walk the order past those that do not depends on how many fit, which no statistics tell; so that is asked first,
 * of a few rows, and then of the index.
 */
export async function findMatches(
  db: Db,
  search: string,
  input: {
    /** The search table, and its column that names the row. */
    entries: { table: string; column: string };
    /** The id of the row that the condition is about. */
    row: string;
    /** The text of the search entry, where the row has it beside it. */
    text?: string;
    /** What keeps the keys of one space apart from those of others. */
    scope: string;
    /** A few ids of rows, any of them. */
    sample: RawBuilder<{ id: string }>;
  },
): Promise<RawBuilder<boolean>> {
  const { entries, sample, scope } = input;
  const [table, column, row] = [sql.table(entries.table), sql.ref(`k.${entries.column}`), sql.ref(input.row)];
  // What is wanted is folded once, not for every row. Accents alone fold to nothing, which would stand everywhere.
  const { rows } = await sql<{ id: string | null; normalized: string | null; many: boolean | null }>`
    with wanted as materialized (
      select normalized, query_ngrams(${scope}::text, normalized) as ngrams
      from (select nullif(normalize_search_text(${search}::text), '') as normalized) given
    ), looked as materialized (
      select count(*) filter (where strpos(k.normalized, wanted.normalized) > 0) >= ${sql.lit(manyMatch)} * count(*) as many
      from wanted, (${sample}) sample join ${table} k on ${column} = sample.id
    )
    select null::uuid as id, normalized, many from wanted, looked
    union all
    (select ${column}, null, null from ${table} k
     where not (select many from looked) and k.ngrams @> (select ngrams from wanted)
       and strpos(k.normalized, (select normalized from wanted)) > 0
     limit ${sql.lit(fewMatch + 1)})`.execute(db);
  const [first] = rows;
  if (!first?.normalized) return sql<boolean>`false`;
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (!first.many && ids.length <= fewMatch) return sql<boolean>`${row} = any(${ids}::uuid[])`;
  if (input.text) return sql<boolean>`strpos(${sql.ref(input.text)}, ${first.normalized}) > 0`;
  return sql<boolean>`(select strpos(k.normalized, ${first.normalized}) > 0 from ${table} k where ${column} = ${row})`;
}
