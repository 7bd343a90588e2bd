import type { SpaceContext } from '#server/platform/access.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { postReaders } from '../../access/index.ts';
import { listPageReaders } from '../../courses/index.ts';

/** What comments are under. */
interface Discussed {
  id: string;
  post_type: string;
}
type Scope = Pick<SpaceContext, 'category_rules'>;

/** Whether everyone in the space may read the comments. */
const isOpenToAll = ({ post_type }: Discussed, { category_rules }: Scope): boolean =>
  post_type !== 'course_page' && category_rules.length === 0;

/** Returns those of these members who may read the comments of a post or a page. */
export async function listReaders(
  tx: Tx,
  discussed: Discussed,
  scope: Scope,
  userIds: string[],
): Promise<string[]> {
  if (isOpenToAll(discussed, scope)) return userIds;
  return discussed.post_type === 'course_page'
    ? await listPageReaders(tx, discussed.id, userIds)
    : await postReaders.listReaders(tx, discussed.id, [...new Set(userIds)]);
}

interface Recipients {
  below: 'post' | 'page';
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
  const parents = parent ? [parent.user_id] : [];
  const below = post.post_type === 'course_page' ? 'page' : 'post';
  if (isOpenToAll(post, scope))
    return { below, mentioned, post_author_id: post.user_id, parent_author_id: parents[0] ?? null };
  const readers = await listReaders(tx, post, scope, [...mentioned, post.user_id, ...parents]);
  const amongReaders = (ids: string[]) => ids.filter((id) => readers.includes(id));
  return {
    below,
    mentioned: amongReaders(mentioned),
    post_author_id: amongReaders([post.user_id])[0] ?? null,
    parent_author_id: amongReaders(parents)[0] ?? null,
  };
}
