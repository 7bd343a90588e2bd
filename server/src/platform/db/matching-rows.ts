import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Up to this many matches are sorted. With more, rows are read in sort order until a page is full. */
const fewMatch = 400;
/** If at least this share of a sample matches, rows are read in sort order without counting the matches. */
const manyMatch = 0.05;

/**
 * Returns a condition that is true if the search entry of a row contains the text. Sorting a few matches is faster if
 * there are few; skipping rows in sort order is faster if there are many. No statistics predict which, so this first
 * checks a sample of rows, then the index.
 */
export async function findMatches(
  db: Db,
  search: string,
  input: {
    /** The search table, and its column with the id of the row. */
    entries: { table: string; column: string };
    /** The id of the row that the condition applies to. */
    row: string;
    /** A column of the row itself with the text of the search entry, if there is one. */
    text?: string;
    /** Keeps the n-grams of one space apart from those of others. */
    scope: string;
    /** The ids of any few rows. */
    sample: RawBuilder<{ id: string }>;
  },
): Promise<RawBuilder<boolean>> {
  const { entries, sample, scope } = input;
  const [table, column, row] = [sql.table(entries.table), sql.ref(`k.${entries.column}`), sql.ref(input.row)];
  // The query is normalized once, not for every row. Accents alone normalize to an empty text, which would match everything.
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
