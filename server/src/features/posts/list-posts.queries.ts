import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { reactionsGiven } from '#server/platform/db/reaction-counts.ts';
import type { GivenPairs } from '#server/platform/shared-pages/shared-item.ts';
import type { OwnColumn } from '#server/platform/shared-pages/shared-state.queries.ts';
import { type PostRow, peopleOfPost, postColumns } from './posts.queries.ts';

/** Which posts are listed: `chosen` selects their ids, and `order` may refer to its columns and to `p` (posts). */
export interface PostSelection {
  chosen: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

/** Returns the posts of a selection as the viewer sees them, in one statement. */
export async function listPostRows(
  db: Db,
  viewer: Viewer | null,
  { chosen, order }: PostSelection,
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${postColumns(viewer)}
    from (${chosen}) chosen join posts p on p.id = chosen.id ${peopleOfPost}
    order by ${order}`.execute(db);
  return rows;
}

/** What is a viewer's own of posts: the reactions, and the poll options that they chose. */
export interface OwnRow {
  given: GivenPairs | null;
  voted: string[] | null;
}

/** What is a viewer's own of posts, as JSON of an `OwnRow`. */
export const ownOfPosts: OwnColumn = ({ user_id, ids }) => sql`json_build_object(
  'given', ${reactionsGiven(user_id, ids)},
  'voted', (select json_agg(v.option_id) from poll_votes v
    where v.post_id = any (${ids}::uuid[]) and v.user_id = ${user_id}::uuid))`;
