import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';

/** What has rules that name certain courses or pages. */
interface Dependents {
  has_categories: boolean;
  has_events: boolean;
  /** Published courses that have such rules, or folders or pages with them. */
  course_ids: string[];
}

/** Returns what has rules that name one of these courses and pages of a space. */
export async function findDependents(
  tx: Tx,
  spaceId: string,
  prerequisiteIds: readonly string[],
): Promise<Dependents> {
  const { rows } = await sql<Dependents>`
    select coalesce(bool_or(a.category_id is not null), false) as has_categories,
      coalesce(bool_or(a.series_id is not null or a.event_id is not null), false) as has_events,
      coalesce(array_agg(distinct c.id) filter (where c.is_published and c.deleted_at is null), '{}') as course_ids
    from access_rules a left join courses c on c.id = a.course_id
    where a.space_id = ${spaceId}::uuid and exists (select from jsonb_array_elements(a.rules) r
      where r -> 'target' ->> 'id' = any(${[...prerequisiteIds]}::text[]))`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('An aggregate returned no row');
  return row;
}
