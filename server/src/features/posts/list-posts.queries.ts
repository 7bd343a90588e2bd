import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { prepareVariants } from '#server/platform/db/prepare-query.ts';
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

/** What pages of posts of a space depend on that are the same for all viewers. A page is current while none of it changes. */
export interface SharedState {
  /** The number of the last live event of the space; 0 without one. */
  position: number;
  /** Whether a change was committed whose event has no number yet. */
  is_unnumbered: boolean;
  /** Raised when the name or avatar of any user changes. */
  people: number;
}

/** What is a viewer's own of posts: the reactions as pairs of post and kind, and the poll options that they chose. */
export interface OwnRow {
  given: [post_id: string, kind: string][] | null;
  voted: string[] | null;
}

/** The viewer and the posts of which they may have something; null for none. */
interface Own {
  user_id: string | null;
  post_ids: readonly string[];
}

const ownColumns = ({ user_id, post_ids }: Own) => sql`
  (select json_agg(json_build_array(g.target_id, g.kind)) from reactions g
    where g.target_id = any (${post_ids}::uuid[]) and g.user_id = ${user_id}::uuid) as given,
  (select json_agg(v.option_id) from poll_votes v
    where v.post_id = any (${post_ids}::uuid[]) and v.user_id = ${user_id}::uuid) as voted`;

const sharedState = prepareVariants(
  ({ hasOwn }: { hasOwn: boolean }, values: Own & { channels: readonly string[] }) => sql<
    SharedState & OwnRow
  >`
    select coalesce((select max(last.seq) from unnest(${values.channels}::text[]) c (channel) cross join lateral (
        select max(seq) as seq from live_events where channel = c.channel and seq is not null) last), 0) as position,
      exists (select from live_events where channel = any(${values.channels}::text[]) and seq is null) as is_unnumbered,
      (select version from people_version) as people,
      ${hasOwn ? ownColumns(values) : sql`null::json as given, null::json as voted`}`,
);

/** Returns what pages of a space depend on, and what is the viewer's own of these posts, in one statement. */
export async function loadSharedState(
  db: Db,
  viewer: Viewer | null,
  channels: readonly string[],
  postIds: readonly string[],
): Promise<SharedState & OwnRow> {
  const user_id = viewer?.user_id ?? null;
  const hasOwn = user_id !== null && postIds.length > 0;
  const [row] = await sharedState.run(db, { hasOwn }, { user_id, post_ids: postIds, channels });
  if (!row) throw new Error('a select without a table returned no row');
  return row;
}
