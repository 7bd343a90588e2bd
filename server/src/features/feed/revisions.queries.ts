import { type Db, pageLimit } from '#server/platform/db/database.ts';

/** A post as an edit finds it, held until the transaction ends; null when it is gone. */
export async function selectPostToEdit(db: Db, postId: string) {
  const row = await db
    .selectFrom('posts')
    .select(['id', 'space_id', 'user_id', 'category_id', 'title', 'body', 'post_type', 'revision'])
    .select(['created_at', 'edited_at'])
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export interface PostAttachment {
  upload_id: string;
  inline: boolean;
}

/** What a post shows, in order. */
export async function selectPostAttachments(db: Db, postId: string): Promise<PostAttachment[]> {
  return await db
    .selectFrom('post_attachments')
    .select(['upload_id', 'inline'])
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
}

export async function deleteAttachments(db: Db, postId: string): Promise<void> {
  await db.deleteFrom('post_attachments').where('post_id', '=', postId).execute();
}

/** Writes an edit over a post. */
export async function updatePostText(
  db: Db,
  postId: string,
  post: { title: string; body: string; excerpt: string; category_id: string | null; edited_at: string },
): Promise<void> {
  await db
    .updateTable('posts')
    .set((eb) => ({
      ...post,
      updated_at: post.edited_at,
      revision: eb('revision', '+', 1),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', postId)
    .execute();
}

export async function insertRevision(
  db: Db,
  revision: {
    post_id: string;
    revision: number;
    space_id: string;
    title: string;
    body: string;
    written_at: string;
  },
): Promise<void> {
  await db.insertInto('post_revisions').values(revision).execute();
}

/** Earlier texts of a post, latest first. */
export async function selectRevisions(
  db: Db,
  postId: string,
  before: number | undefined,
  limit: number,
): Promise<{ revision: number; title: string; body: string; written_at: string }[]> {
  let query = db
    .selectFrom('post_revisions')
    .select(['revision', 'title', 'body', 'written_at'])
    .where('post_id', '=', postId)
    .orderBy('revision', 'desc')
    .limit(pageLimit(limit));
  if (before !== undefined) query = query.where('revision', '<', before);
  return await query.execute();
}
