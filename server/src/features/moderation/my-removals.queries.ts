import { sql } from 'kysely';
import type { MyRemoval } from '#contract/features/moderation/moderation.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { allWith, type Targets } from '#server/platform/targets.ts';

export interface MyRemovalRow {
  kind: MyRemoval['kind'];
  id: string;
  post_id: string;
  slug: string;
  title: string | null;
  /** The beginning of the text; null for content that has only sanitized HTML. */
  excerpt: string | null;
  body: string | null;
  reason: string | null;
  removed_at: string;
}

/** Returns a user's removed content in a space that they haven't acknowledged yet, latest first. */
export async function listMyRemovalRows(
  db: Db,
  targets: Targets,
  input: { user_id: string; space_id: string; limit: number },
): Promise<MyRemovalRow[]> {
  const removals = allWith(targets, 'removals').map(({ unacknowledged }) => unacknowledged(input));
  const { rows } = await sql<MyRemovalRow>`${sql.join(removals, sql` union all `)}
    order by removed_at desc, id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}
