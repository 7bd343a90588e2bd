import type { Notification } from '#contract/features/notifications/notifications.ts';
import type { Db } from '#server/platform/db/database.ts';
import { postReaders } from '../access/index.ts';
import type { EntryRow } from './entries.queries.ts';

/** The post that an entry is about or under. */
export const postOf = ({
  target_type,
  target_id,
  post_id,
}: Pick<Notification, 'target_id' | 'post_id'> & { target_type: string }): string | null =>
  target_type === 'post' ? target_id : post_id;

/**
 * Returns the entries, without title and text if their user can't open the category of the post anymore. They stay in the list, so
 * that its number is right. Takes no statement unless one of the posts is in a category with access rules.
 */
export async function hideClosed(db: Db, rows: readonly EntryRow[]): Promise<Notification[]> {
  const limited = rows
    .filter(({ is_limited }) => is_limited)
    .map((row) => ({ row, user_id: row.user_id, post_id: postOf(row) }));
  const readable = limited.length > 0 ? await postReaders.onlyReadable(db, limited) : [];
  const closed = new Set(limited.map(({ row }) => row));
  for (const { row } of readable) closed.delete(row);
  return rows.map((row) => {
    const { is_limited: _, ...entry } = row;
    return closed.has(row) ? { ...entry, post_title: null, content_preview: '' } : entry;
  });
}
