import type { Tx } from '#server/platform/db/database.ts';
import { locatePage } from './discussions.access.ts';

/**
 * Returns those of these users who may read the comments below a page. It takes up to four statements for each, and a comment
 * mentions at most 50.
 */
export async function listReaders(tx: Tx, pageId: string, userIds: readonly string[]): Promise<string[]> {
  const readers: string[] = [];
  for (const user_id of new Set(userIds)) {
    const scope = await locatePage(tx, { user_id }, pageId);
    if (scope?.role) readers.push(user_id);
  }
  return readers;
}

interface Recipients {
  below: 'post' | 'page';
  mentioned: string[];
  /** Null below a page whose author can't open it. */
  post_author_id: string | null;
  parent_author_id: string | null;
}

/** Returns who is to be notified of a new comment: below a page of a course, only those who can open it. */
export async function chooseRecipients(
  tx: Tx,
  post: { id: string; user_id: string; post_type: string },
  mentioned: string[],
  parent: { user_id: string } | null | undefined,
): Promise<Recipients> {
  const parentId = parent?.user_id ?? null;
  if (post.post_type !== 'course_page')
    return { below: 'post', mentioned, post_author_id: post.user_id, parent_author_id: parentId };
  const readers = await listReaders(tx, post.id, [
    ...mentioned,
    post.user_id,
    ...(parentId === null ? [] : [parentId]),
  ]);
  const orNull = (id: string | null) => (id !== null && readers.includes(id) ? id : null);
  return {
    below: 'page',
    mentioned: mentioned.filter((id) => readers.includes(id)),
    post_author_id: orNull(post.user_id),
    parent_author_id: orNull(parentId),
  };
}
