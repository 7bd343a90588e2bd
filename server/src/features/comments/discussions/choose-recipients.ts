import type { Tx } from '#server/platform/db/database.ts';
import { listPageReaders } from '../../courses/index.ts';

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
  const readers = await listPageReaders(tx, post.id, [
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
