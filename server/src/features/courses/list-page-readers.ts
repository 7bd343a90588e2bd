import type { Db } from '#server/platform/db/database.ts';
import { listOpenTo } from '../access/index.ts';
import { findPageWithRules, listPossibleReaders } from './page-readers.queries.ts';

/**
 * Returns those of the users who can read the comments below a page, each once: who can open it, as `requireOpenPage` decides for one of
 * them. It takes three statements at most.
 */
export async function listPageReaders(db: Db, pageId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const page = await findPageWithRules(db, pageId);
  if (!page) return [];
  const members = await listPossibleReaders(db, pageId, userIds);
  const sees = members.filter(({ can_edit }) => can_edit || page.is_published);
  const asked = sees.filter(({ can_edit, is_done }) => !can_edit && !is_done).map(({ user_id }) => user_id);
  const open = new Set(asked.length === 0 ? [] : await listOpenTo(db, page.space_id, asked, [page.chain]));
  return sees
    .filter(({ can_edit, is_done, user_id }) => can_edit || is_done || open.has(user_id))
    .map(({ user_id }) => user_id);
}
