import type { ListChanges } from '#web/lib/list/list-changes.ts';
import { sortList } from '#web/lib/list/sort-list.ts';
import type { NotificationPage, NotificationRow } from './notifications.api.ts';

/** Latest first. */
const byTime = (a: NotificationRow, b: NotificationRow): number => {
  const [first, second] = [a.batch_updated_at + a.id, b.batch_updated_at + b.id];
  return first === second ? 0 : first > second ? -1 : 1;
};

/** Returns the rows of a list, latest first. An entry older than the loaded pages arrives with its own page. */
export function arrangeNotifications(
  pages: readonly NotificationPage[],
  changes: ListChanges<NotificationRow>,
): NotificationRow[] {
  const loaded = {
    entries: pages.flatMap(({ rows }) => rows),
    cursor: Math.min(...pages.map(({ live_cursor }) => live_cursor)),
    newest: 'first',
    compare: byTime,
    hasOlder: (pages.at(-1)?.next_cursor ?? null) !== null,
  } as const;
  return sortList(loaded, changes).items;
}
