import { type RawBuilder, sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { SpaceContext } from '#server/platform/access.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
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

type CategoryRules = SpaceContext['category_rules'][number];

/** Returns a category, whose id is an expression, if it has rules. */
export async function listCategoryRules(tx: Tx, categoryId: RawBuilder<unknown>): Promise<CategoryRules[]> {
  const { rows } = await sql<CategoryRules>`
    select k.id, ${accessJson(sql`k.id`)} as access from space_categories k
    where k.id = ${categoryId} and exists (select from access_rules a where a.item_id = k.id)`.execute(tx);
  return rows;
}

/**
 * Locks a category, given by its id or an expression, so that a change of its rules waits until the transaction ends. Returns it if
 * it has rules now, after another change that this has waited for. The statements are sent together.
 */
export async function lockCategoryRules(
  tx: Tx,
  category: string | RawBuilder<unknown>,
): Promise<CategoryRules[]> {
  const id = typeof category === 'string' ? sql`${category}::uuid` : category;
  const [, rules] = await Promise.all([
    sql`select k.id from space_categories k where k.id = ${id} for key share`.execute(tx),
    listCategoryRules(tx, id),
  ]);
  return rules;
}
