import { type RawBuilder, sql } from 'kysely';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type PostRow, peopleOfPost, postColumns } from './posts.queries.ts';
import { toPost } from './posts.view.ts';

/**
 * Returns the posts whose ids a statement `chosen` selects, as the viewer sees them, in one statement. `order` may refer
 * to the columns of `chosen` and `p` (posts). For features that list posts; they check access themselves.
 */
export async function listPosts(
  db: Db,
  viewer: Viewer | null,
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Post[]> {
  const { rows } = await sql<PostRow>`
    select ${postColumns(viewer)}
    from (${chosen}) chosen join posts p on p.id = chosen.id ${peopleOfPost}
    order by ${order}`.execute(db);
  return rows.map(toPost);
}
