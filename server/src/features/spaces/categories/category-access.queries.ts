import { sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { accessJson } from '../../access/index.ts';

/** A condition on `s`: the space of a category. */
export const spaceOfCategory = (categoryId: string) =>
  sql`s.id = (select k.space_id from space_categories k where k.id = ${categoryId}::uuid)`;

/** A category with its rules. */
interface CategoryItem {
  id: string;
  name: string;
  access: AccessSettings | null;
}

/**
 * Returns a category of a space with its rules. With `lock`, changes of its rules and new posts wait until the
 * transaction ends: the foreign key of a post locks its category, too.
 */
export async function findCategoryItem(
  db: Db,
  spaceId: string,
  categoryId: string,
  { lock }: { lock: boolean },
): Promise<CategoryItem | null> {
  const { rows } = await sql<CategoryItem>`
    select k.id, k.name, ${accessJson(sql`k.id`)} as access from space_categories k
    where k.id = ${categoryId}::uuid and k.space_id = ${spaceId}::uuid and not k.is_archived
    ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}
