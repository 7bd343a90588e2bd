import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';
import { type ListChanges, noChanges } from '#web/lib/list/list-changes.ts';
import { changesStore } from '#web/lib/list/live-list.ts';
import { notificationEntity } from './notifications.entity.ts';

/** The entries of a list: of one space only, or as seen inside a space; all if neither is set. Snoozed ones are apart. */
export interface NotificationFilter {
  only_space_id?: string;
  inside_space_id?: string;
  state?: 'snoozed';
}

/** Which list the page shows, as its address says: the snoozed entries, those of one space, or all. */
export interface NotificationSearch {
  show?: 'snoozed' | undefined;
  space?: string | undefined;
}

export function toNotificationFilter({ show, space }: NotificationSearch): NotificationFilter {
  if (show) return { state: show };
  return space === undefined ? {} : { only_space_id: space };
}

/** An entry's position in a list; the entry itself is in the entity cache. */
export interface NotificationRow {
  id: string;
  batch_updated_at: string;
}
export interface NotificationPage {
  rows: NotificationRow[];
  next_cursor: string | null;
  live_cursor: number;
}

export const toRow = ({ id, batch_updated_at }: Notification): NotificationRow => ({ id, batch_updated_at });

/** The viewer's notifications, latest first, 25 a page. */
export const notificationPages = (filter: NotificationFilter = {}) =>
  apiPages(
    'get_notifications_with_actors',
    filter,
    ({ notifications, next_cursor, live_cursor }, client): NotificationPage => {
      writeEntities(client, notificationEntity, notifications);
      return { rows: notifications.map(toRow), next_cursor, live_cursor };
    },
  );

/** Notifications that were added, moved or removed since the pages of a list were loaded. */
export const notificationChanges = changesStore<NotificationFilter, ListChanges<NotificationRow>>(
  'notifications',
  noChanges,
);

/** The number of unread notifications: all, or as seen inside a space. */
export const unreadQuery = (insideSpaceId?: string) =>
  apiQuery(
    'get_unread_notification_count',
    insideSpaceId === undefined ? {} : { inside_space_id: insideSpaceId },
  );

/** The numbers of unread notifications by space, and the spaces that the viewer has muted. */
export const unreadSpacesQuery = apiQuery('list_unread_spaces', {}, ({ spaces, muted_space_ids }) => ({
  counts: Object.fromEntries(spaces.map(({ space_id, unread_count }) => [space_id, unread_count])),
  mutedIds: muted_space_ids,
}));

/** Refetches lists and numbers. Resolves once they are known. */
export async function refetchNotifications(client: QueryClient): Promise<void> {
  const queryKeys = [
    ['get_notifications_with_actors'],
    unreadSpacesQuery.queryKey,
    ['get_unread_notification_count'],
  ];
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
