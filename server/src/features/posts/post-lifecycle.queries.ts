/* Creates, edits and deletes posts. Called only by the three actions that run the hooks of these changes. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { rankPost } from './counts/rank-post.queries.ts';
import { findLink, queueLink } from './link-preview/queue-link.queries.ts';
import { isLimited, type PostRow } from './posts.queries.ts';

/** Inserts a post into `posts`, into the feed by likes and, with its first link, into the queue of links to preview. */
export async function insertPost(
  db: Db,
  post: {
    id: string;
    space_id: string;
    user_id: string;
    category_id: string | null;
    post_type: PostRow['post_type'];
    client_id: string;
    slug: string;
    title: string;
    body: string;
    excerpt: string;
    last_activity_at: string;
    created_at: string;
    updated_at: string;
  },
): Promise<void> {
  const values = { ...post, link_url: findLink(post.body) };
  const columns = Object.keys(values).map((name) => sql.ref(name));
  await sql`
    with p as (insert into posts (${sql.join(columns)}) values (${sql.join(Object.values(values))}) returning *),
      ranked as (${rankPost(sql`p`)})
    ${queueLink(sql`select link_url from p where link_url is not null`)}`.execute(db);
}

/** Marks a post deleted, and by whom if not by its author; null when it was deleted already. */
export async function markPostDeleted(
  db: Db,
  postId: string,
  now: string,
  removal: { removed_by: string; removal_reason: string | null } | null,
): Promise<{ version: number; category_id: string | null; is_limited: boolean } | null> {
  const row = await db
    .with('p', (qb) =>
      qb
        .updateTable('posts')
        .set((eb) => ({ deleted_at: now, updated_at: now, version: eb('version', '+', 1), ...removal }))
        .where('id', '=', postId)
        .where('deleted_at', 'is', null)
        .returning(['version', 'category_id']),
    )
    .with('unranked', (qb) => qb.deleteFrom('post_ranks').where('post_id', '=', postId))
    .selectFrom('p')
    .select(['version', 'category_id', isLimited('p').as('is_limited')])
    .executeTakeFirst();
  return row ?? null;
}

/** Writes an edit to a post, its category to the feed by likes, and queues its first link if the text changed. */
export async function updatePostText(
  db: Db,
  postId: string,
  post: { title: string; body: string; excerpt: string; category_id: string | null; edited_at: string },
): Promise<void> {
  const { title, body, excerpt, category_id, edited_at } = post;
  await sql`
    with before as (select body from posts where id = ${postId}::uuid),
      p as (
        update posts set title = ${title}, body = ${body}, excerpt = ${excerpt}, category_id = ${category_id}::uuid,
          edited_at = ${edited_at}::timestamptz, updated_at = ${edited_at}::timestamptz, revision = revision + 1,
          version = version + 1, link_url = ${findLink(body)}
        where id = ${postId}::uuid returning link_url
      ), ranked as (
        update post_ranks set category_id = ${category_id}::uuid
        where post_id = ${postId}::uuid and category_id is distinct from ${category_id}::uuid
      )
    ${queueLink(sql`select link_url from p, before where link_url is not null and before.body <> ${body}`)}`.execute(
    db,
  );
}
