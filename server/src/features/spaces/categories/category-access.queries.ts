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
 * Locks a category, so that a change of its rules waits until the transaction ends. Returns it if it has rules now, after another
 * change that this has waited for. The statements are sent together.
 */
export async function lockCategoryRules(tx: Tx, categoryId: string): Promise<CategoryRules[]> {
  const id = sql`${categoryId}::uuid`;
  const [, rules] = await Promise.all([
    sql`select k.id from space_categories k where k.id = ${id} for key share`.execute(tx),
    listCategoryRules(tx, id),
  ]);
  return rules;
}

/** The id of a post, or an expression for it. */
type PostId = string | RawBuilder<string>;
const toPostId = (id: PostId) => (typeof id === 'string' ? sql<string>`${id}::uuid` : id);

/** The category of a post, deleted or not. */
export const categoryOfPost = (postId: PostId) =>
  sql<string | null>`(select p.category_id from posts p where p.id = ${toPostId(postId)})`;

/** Returns the category that an expression names; null without one. */
export async function findCategoryId(db: Db, category: RawBuilder<string | null>): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select ${category} as id`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Locks a post, deleted or not, so that it can't be moved, and then its category as `lockCategoryRules` does. Whatever is published
 * to a feed is published under this lock.
 */
export async function lockPostCategory(tx: Tx, postId: PostId): Promise<CategoryRules[]> {
  const [, rules] = await Promise.all([
    // Both are selected because PostgreSQL locks them only if the statement uses them.
    sql`with post as (
        select category_id from posts where id = ${toPostId(postId)} for no key update
      ), category as (
        select k.id from space_categories k where k.id = (select category_id from post) for key share
      )
      select (select count(*) from post), (select id from category)`.execute(tx),
    listCategoryRules(tx, categoryOfPost(postId)),
  ]);
  return rules;
}
