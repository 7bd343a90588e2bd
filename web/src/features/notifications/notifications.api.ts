import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '#contract/notifications.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/query-client.ts';

/** Which entries a list shows: of one space alone, or as seen inside a space; neither: all. */
export interface NotificationFilter {
  only_space_id?: string;
  inside_space_id?: string;
}

/** An entry's place in a list; the entry itself lives in the entity cache. */
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

/** The own notifications, latest first, 25 a page. */
export const notificationPages = (filter: NotificationFilter = {}) =>
  apiPages(
    'get_notifications_with_actors',
    filter,
    ({ notifications, next_cursor, live_cursor }, client): NotificationPage => {
      writeEntities(client, { notification: notifications });
      return { rows: notifications.map(toRow), next_cursor, live_cursor };
    },
  );

/** How many entries are unread: all, or as seen inside a space (reading A67). */
export const unreadQuery = (insideSpaceId?: string) =>
  apiQuery(
    'get_unread_notification_count',
    insideSpaceId === undefined ? {} : { inside_space_id: insideSpaceId },
  );

export function refetchNotifications(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['get_notifications_with_actors'] });
  void client.invalidateQueries({ queryKey: ['get_unread_notification_count'] });
}
