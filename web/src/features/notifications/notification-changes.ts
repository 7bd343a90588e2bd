import type { Notification } from '#contract/notifications.ts';
import type { EventOf } from '#web/lib/live/live-client.ts';
import type { NotificationFilter, NotificationPage, NotificationRow } from './notifications.api.ts';
import { toRow } from './notifications.api.ts';

export type NotificationEvent =
  | EventOf<'notification.changed'>
  | EventOf<'notification.read'>
  | EventOf<'notification.removed'>;

export interface Unread {
  unread_count: number;
  version: number;
}

const versionOf = (event: NotificationEvent): number =>
  event.type === 'notification.changed' ? event.payload.notification.version : event.payload.version;

/** Applies an event to the count of all unread notifications; older versions are ignored. */
export function applyToUnread<T extends Unread>(unread: T, event: NotificationEvent): T {
  const version = versionOf(event);
  return version <= unread.version
    ? unread
    : { ...unread, unread_count: event.payload.unread_count, version };
}

/** Inside a space, its own notifications are hidden, except those of types that are shown there. */
export const isHiddenInside = (
  { shown_inside_space, space_id }: Pick<Notification, 'shown_inside_space' | 'space_id'>,
  insideSpaceId: string | undefined,
): boolean => space_id === insideSpaceId && !shown_inside_space;

export function isInList(
  entry: Pick<Notification, 'shown_inside_space' | 'space_id'>,
  filter: NotificationFilter,
): boolean {
  if (filter.only_space_id) return entry.space_id === filter.only_space_id;
  return !isHiddenInside(entry, filter.inside_space_id);
}

/** Applies an event to a notification. */
export function applyToEntry(entry: Notification, event: NotificationEvent): Notification {
  if (versionOf(event) <= entry.version) return entry;
  if (event.type === 'notification.changed') {
    return event.payload.notification.id === entry.id ? event.payload.notification : entry;
  }
  if (event.type === 'notification.removed') return entry;
  const { notification_ids, clicked, version } = event.payload;
  if (notification_ids && !notification_ids.includes(entry.id)) return entry;
  if (!notification_ids && entry.read) return entry;
  return { ...entry, read: true, clicked: entry.clicked || clicked, version };
}

const isLater = (a: NotificationRow, b: NotificationRow) =>
  a.batch_updated_at === b.batch_updated_at ? a.id > b.id : a.batch_updated_at > b.batch_updated_at;

/** Applies an event to the pages of a list: a changed entry moves to its position by time, a removed one is dropped. */
export function applyToPages(
  pages: NotificationPage[],
  event: NotificationEvent,
  filter: NotificationFilter,
): NotificationPage[] {
  if (event.type === 'notification.read') return pages;
  const id =
    event.type === 'notification.changed' ? event.payload.notification.id : event.payload.notification_id;
  const without = pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) }));
  if (event.type === 'notification.removed' || !isInList(event.payload.notification, filter)) return without;
  const row = toRow(event.payload.notification);
  const last = without.length - 1;
  // An entry older than the last loaded page arrives with its own page.
  const at = without.findIndex(
    ({ rows, next_cursor }, index) =>
      rows.some((other) => isLater(row, other)) || (index === last && next_cursor === null),
  );
  return without.map((page, index) =>
    index === at ? { ...page, rows: [...page.rows, row].toSorted((a, b) => (isLater(a, b) ? -1 : 1)) } : page,
  );
}
