import { sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { Db } from '#server/platform/db/database.ts';

/** A category with access rules. */
export interface LimitedCategory {
  id: string;
  space_id: string;
  access: AccessSettings;
}

const columns = sql`a.item_id as id, a.space_id, json_build_object('match', a.match, 'rules', a.rules) as access`;

/** Returns the categories of these posts that have rules, by the id of the post. */
export async function listLimitedCategories(
  db: Db,
  postIds: readonly string[],
): Promise<(LimitedCategory & { post_id: string })[]> {
  const { rows } = await sql<LimitedCategory & { post_id: string }>`
    select p.id as post_id, ${columns} from posts p join access_rules a on a.item_id = p.category_id
    where p.id = any(${postIds}::uuid[])`.execute(db);
  return rows;
}

/** Returns the categories of a space that have rules, and whether the user is its owner or an admin. */
export async function findLimitedCategories(
  db: Db,
  spaceId: string,
  userId: string,
): Promise<{ categories: LimitedCategory[]; is_editor: boolean }> {
  const { rows } = await sql<{ categories: LimitedCategory[] | null; is_editor: boolean }>`
    select (select json_agg(c) from (select ${columns} from access_rules a
        where a.space_id = s.id and a.category_id is not null) c) as categories,
      (s.owner_id = ${userId}::uuid or exists (select from space_members m where m.space_id = s.id
        and m.user_id = ${userId}::uuid and m.status = 'active' and m.role in ('owner', 'admin'))) as is_editor
    from spaces s where s.id = ${spaceId}::uuid`.execute(db);
  const [row] = rows;
  return { categories: row?.categories ?? [], is_editor: row?.is_editor ?? false };
}
