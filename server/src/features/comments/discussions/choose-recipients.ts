import type { SpaceContext } from '#server/platform/access.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { postReaders } from '../../access/index.ts';
import { locatePage } from './discussions.access.ts';

/** What comments are under. */
interface Discussed {
  id: string;
  post_type: string;
}
type Scope = Pick<SpaceContext, 'category_rules'>;

/** Whether everyone in the space may read the comments. */
const isOpenToAll = ({ post_type }: Discussed, { category_rules }: Scope): boolean =>
  post_type !== 'course_page' && category_rules.length === 0;

/**
 * Returns those of these members who may read the comments of a post or a page. Below a page, it takes up to four statements for each,
 * and a comment mentions at most 50; for a post of a space whose categories have rules, up to three for all.
 */
export async function listReaders(
  tx: Tx,
  discussed: Discussed,
  scope: Scope,
  userIds: readonly string[],
): Promise<string[]> {
  if (isOpenToAll(discussed, scope)) return [...userIds];
  if (discussed.post_type !== 'course_page')
    return await postReaders.listReaders(tx, discussed.id, [...new Set(userIds)]);
  const readers: string[] = [];
  for (const user_id of new Set(userIds)) {
    const located = await locatePage(tx, { user_id }, discussed.id);
    if (located?.role) readers.push(user_id);
  }
  return readers;
}

interface Recipients {
  mentioned: string[];
  /** Null if they can't read it, such as the author of a page that they can't open. */
  post_author_id: string | null;
  parent_author_id: string | null;
}

/** Returns who is to be notified of a new comment: only those who can read it. */
export async function chooseRecipients(
  tx: Tx,
  post: Discussed & { user_id: string },
  scope: Scope,
  mentioned: string[],
  parent: { user_id: string } | null | undefined,
): Promise<Recipients> {
  const parentId = parent?.user_id ?? null;
  if (isOpenToAll(post, scope))
    return { mentioned, post_author_id: post.user_id, parent_author_id: parentId };
  const readers = await listReaders(tx, post, scope, [
    ...mentioned,
    post.user_id,
    ...(parentId === null ? [] : [parentId]),
  ]);
  const orNull = (id: string | null) => (id !== null && readers.includes(id) ? id : null);
  return {
    mentioned: mentioned.filter((id) => readers.includes(id)),
    post_author_id: orNull(post.user_id),
    parent_author_id: orNull(parentId),
  };
}
