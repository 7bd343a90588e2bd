import { type RawBuilder, sql } from 'kysely';
import type { AvatarPerson, SpacePerson } from '#contract/users.ts';
import type { ReactionTotals } from '#contract/values/reactions.ts';
import type { Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { countReaction, kindsGivenBy, type ReactionChange } from '#server/platform/db/reaction-counts.ts';
import { spacePersonJson } from '#server/platform/people/person.queries.ts';
import { type PollRow, pollOfPost } from '../polls/index.ts';
import { type AttachedRow, attachedColumns } from '../uploads/index.ts';
import { commentersOf, latestComments, withCommenter } from './counts/commenters.queries.ts';
import { type LinkPreviewRow, previewOfPost } from './link-preview/preview-of-post.queries.ts';

export interface PostRow extends ReactionTotals {
  id: string;
  slug: string;
  space_id: string;
  user_id: string;
  category_id: string | null;
  title: string;
  excerpt: string;
  post_type: 'post' | 'announcement' | 'poll';
  pinned_at: string | null;
  comments_closed: boolean;
  edited_at: string | null;
  deleted_at: string | null;
  last_activity_at: string;
  comment_count: number;
  commenters: AvatarPerson[] | null;
  last_comment_at: string | null;
  created_at: string;
  version: number;
  author: SpacePerson;
  attachments: AttachedRow[] | null;
  poll: PollRow | null;
  revision: number;
  link_preview: LinkPreviewRow | null;
  /** The kinds of the viewer's reactions. */
  given: string[] | null;
}

export const postColumns = (viewer: Viewer | null) => sql`
  p.id, p.slug, p.space_id, p.user_id, p.category_id, p.title, p.excerpt, p.post_type, p.pinned_at, p.comments_closed,
  p.edited_at, p.deleted_at, p.last_activity_at, p.like_count, p.reaction_counts, p.comment_count, p.last_comment_at, p.created_at, p.version, p.revision,
  ${spacePersonJson('u', 'mp')} as author,
  ${commentersOf('p')} as commenters,
  (select json_agg(${attachedColumns} order by a.position)
    from post_attachments a join uploads f on f.id = a.upload_id
    where a.post_id = p.id and (f.storage_key is not null or not a.inline)) as attachments,
  ${pollOfPost(viewer)} as poll,
  ${previewOfPost} as link_preview,
  ${kindsGivenBy(viewer?.user_id ?? null, sql`p.id`)} as given`;

/** Whether the post `p` isn't the discussion of a page of a course, which only comments use. */
const isPost = sql`p.post_type <> 'course_page'`;

/** What the address of the post `p` ends with. The slug of a deleted post tells its title; its id leads there too. */
export const shownSlug = sql<string>`case when p.deleted_at is null then p.slug else p.id::text end`;

/** The joins that `postColumns` needs. */
export const peopleOfPost = sql`join users u on u.id = p.user_id
  left join member_points mp on mp.space_id = p.space_id and mp.user_id = p.user_id`;

/** Whether the category of a post, from `posts` under an alias, has access rules. */
export const isLimited = (alias: string) =>
  sql<boolean>`exists (select from access_rules ar where ar.item_id = ${sql.ref(`${alias}.category_id`)})`;

/** A post with its body, and whether its category has access rules. */
export type PostDetailRow = PostRow & { body: string; is_limited: boolean };

async function findPostDetail(
  db: Db,
  viewer: Viewer | null,
  condition: RawBuilder<unknown>,
): Promise<PostDetailRow | null> {
  const { rows } = await sql<PostDetailRow>`
    select ${postColumns(viewer)}, p.body, ${isLimited('p')} as is_limited
    from posts p ${peopleOfPost} where ${condition} and ${isPost}`.execute(db);
  return rows[0] ?? null;
}

/** Returns a post with its body, deleted or not; null when it does not exist. */
export async function findPost(db: Db, viewer: Viewer | null, postId: string) {
  return await findPostDetail(db, viewer, sql`p.id = ${postId}::uuid`);
}

/** Returns a post of a space by its slug, deleted or not; null when it does not exist. */
export async function findPostBySlug(db: Db, viewer: Viewer | null, spaceId: string, slug: string) {
  return await findPostDetail(db, viewer, sql`p.space_id = ${spaceId}::uuid and p.slug = ${slug}`);
}

/** Serializes posts with the same title until the transaction ends, so that each sees the slugs before it. */
export async function lockSlug(db: Db, spaceId: string, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${spaceId} ${slug}`}, 0))`.execute(db);
}

/** Returns the slugs of the space that are `slug` or `slug-<number>`. */
export async function listTakenSlugs(db: Db, spaceId: string, slug: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('posts')
    .select('slug')
    .where('space_id', '=', spaceId)
    .where((eb) =>
      eb.or([eb('slug', '=', slug), eb('slug', '~', `^${slug.replace(/[^\p{L}\p{M}\p{N}-]/gu, '')}-\\d+$`)]),
    )
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export async function countPostsSince(
  db: Db,
  userId: string,
  spaceId: string,
  since: string,
): Promise<{ count: number; oldest: string | null }> {
  const { rows } = await sql<{ count: number; oldest: string | null }>`
    select count(*)::int as count, min(created_at) as oldest from (
      select created_at from posts where user_id = ${userId}::uuid and space_id = ${spaceId}::uuid
        and created_at > ${since} and post_type <> 'course_page' order by created_at desc limit 10) recent`.execute(
    db,
  );
  return rows[0] ?? { count: 0, oldest: null };
}

export async function insertAttachments(
  db: Db,
  attachments: { post_id: string; upload_id: string; space_id: string; position: number; inline: boolean }[],
): Promise<void> {
  if (attachments.length > 0) await db.insertInto('post_attachments').values(attachments).execute();
}

export interface PostCounts extends ReactionTotals {
  space_id: string;
  category_id: string | null;
  user_id: string;
  title: string;
  comment_count: number;
  commenters: AvatarPerson[];
  last_comment_at: string | null;
  last_activity_at: string;
  version: number;
  is_limited: boolean;
}

const countColumns = sql`posts.space_id, posts.user_id, posts.title, posts.category_id, posts.like_count, posts.reaction_counts,
  posts.comment_count, posts.last_comment_at, posts.last_activity_at, posts.version, ${isLimited('posts')} as is_limited, coalesce(${commentersOf('posts')}, '[]') as commenters`;

/** Counts a reaction to a post, likes also in the feed by likes. Returns the totals; null when the post is deleted. */
export async function updateReactionCounts(
  db: Db,
  postId: string,
  change: Pick<ReactionChange, 'kind' | 'by'>,
): Promise<PostCounts | null> {
  // Even if the rank has this count already: a like that is counted at the same time may have changed it since this statement
  // began.
  const ranked = sql`, ranked as (
    update post_ranks set like_count = p.like_count from p where post_id = ${postId}::uuid)`;
  const { rows } = await sql<PostCounts>`
    with p as (update posts set ${countReaction(change)}, version = version + 1
      where id = ${postId}::uuid and deleted_at is null returning ${countColumns})
      ${change.kind === 'like' ? ranked : sql``}
    select * from p`.execute(db);
  return rows[0] ?? null;
}

/** Counts a comment less, after it was deleted, and returns the post's totals; null when the post is deleted. */
export async function lowerCommentCount(db: Db, postId: string): Promise<PostCounts | null> {
  const { rows } = await sql<PostCounts>`
    update posts set comment_count = comment_count - 1, version = version + 1,
      commenter_ids = latest.commenter_ids, last_comment_at = latest.last_comment_at
    from (${latestComments(postId)}) latest
    where id = ${postId}::uuid and deleted_at is null returning ${countColumns}`.execute(db);
  return rows[0] ?? null;
}

/** Counts one more comment, as a part of the statement that inserts the comment. Returns the post's new counts. */
export const incrementCommentCount = (postId: string, userId: string, at: string) => sql`update posts
  set comment_count = comment_count + 1, last_activity_at = ${at}::timestamptz, version = version + 1,
    commenter_ids = ${withCommenter(userId)}, last_comment_at = ${at}::timestamptz
  where id = ${postId}::uuid and deleted_at is null
  returning category_id, like_count, reaction_counts, comment_count, version, ${isLimited('posts')} as is_limited,
    ${commentersOf('posts')} as commenters`;

interface LockedPost {
  id: string;
  space_id: string;
  user_id: string;
  post_type: string;
  created_at: string;
}

/** Locks a post and then its category until the transaction ends; undefined when it is deleted. */
export async function findPostForUpdate(db: Db, postId: string): Promise<LockedPost | undefined> {
  // The id of the category is selected because PostgreSQL locks it only if the statement uses it.
  const { rows } = await sql<LockedPost>`
    with post as (
      select id, space_id, user_id, post_type, created_at, category_id from posts
      where id = ${postId}::uuid and deleted_at is null for no key update
    ), category as (
      select k.id from space_categories k where k.id = (select category_id from post) for key share
    )
    select id, space_id, user_id, post_type, created_at, (select id from category) as locked_category_id
    from post`.execute(db);
  return rows[0];
}

/** The space of a post, deleted or not, as a condition on `s`. Finds no discussions of pages. */
export const spaceOfPost = (postId: string) =>
  sql`s.id = (select p.space_id from posts p where p.id = ${postId}::uuid and ${isPost})`;

/** Returns the category of the post that shows an upload; null if none that isn't deleted does. */
export async function findCategoryOfUpload(
  db: Db,
  uploadId: string,
): Promise<{ category_id: string | null } | null> {
  const row = await db
    .selectFrom('post_attachments as a')
    .innerJoin('posts as p', 'p.id', 'a.post_id')
    .select('p.category_id')
    .where('a.upload_id', '=', uploadId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
