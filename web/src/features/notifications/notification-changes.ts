import type { Notification } from '#contract/features/notifications/notifications.ts';
import { addItem, type ListChanges, removeItem } from '#web/lib/list/list-changes.ts';
import type { EventOf } from '#web/lib/live/live-client.ts';
import type { NotificationFilter, NotificationRow } from './notifications.api.ts';
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
  entry: Pick<Notification, 'shown_inside_space' | 'space_id' | 'snoozed_until'>,
  filter: NotificationFilter,
): boolean {
  if ((entry.snoozed_until !== null) !== (filter.state === 'snoozed')) return false;
  if (filter.only_space_id) return entry.space_id === filter.only_space_id;
  return !isHiddenInside(entry, filter.inside_space_id);
}

/** Marks a notification as read if the event is about it, and newer. */
export function applyToEntry(entry: Notification, { payload }: EventOf<'notification.read'>): Notification {
  const { notification_ids, clicked, version } = payload;
  if (version <= entry.version) return entry;
  if (notification_ids && !notification_ids.includes(entry.id)) return entry;
  if (!notification_ids && entry.read) return entry;
  return { ...entry, read: true, clicked: entry.clicked || clicked, version };
}

/** Applies an event to the changes of a list: a changed entry moves to its position by time, a removed one is dropped. */
export function applyToList(
  changes: ListChanges<NotificationRow>,
  event: EventOf<'notification.changed'> | EventOf<'notification.removed'>,
  filter: NotificationFilter,
): ListChanges<NotificationRow> {
  if (event.type === 'notification.removed')
    return removeItem(changes, event.payload.notification_id, event.seq);
  const { notification } = event.payload;
  return isInList(notification, filter)
    ? addItem(changes, toRow(notification), event.seq)
    : removeItem(changes, notification.id, event.seq);
}
