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
  const parents = parent ? [parent.user_id] : [];
  if (post.post_type !== 'course_page')
    return { below: 'post', mentioned, post_author_id: post.user_id, parent_author_id: parents[0] ?? null };
  const readers = await listPageReaders(tx, post.id, [...mentioned, post.user_id, ...parents]);
  const amongReaders = (ids: string[]) => ids.filter((id) => readers.includes(id));
  return {
    below: 'page',
    mentioned: amongReaders(mentioned),
    post_author_id: amongReaders([post.user_id])[0] ?? null,
    parent_author_id: amongReaders(parents)[0] ?? null,
  };
}
