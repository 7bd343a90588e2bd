import type { RouteBinder } from '#server/platform/http/routes.ts';
import { getLiveState } from '#server/platform/live/live.queries.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countUnread, countUnreadBySpace, listNotifications } from './entries.queries.ts';
import { hideClosed } from './hide-closed.ts';
import {
  markAllAsRead,
  markAsRead,
  markAsUnread,
  markOfPostAsRead,
  removeNotification,
  restoreNotification,
} from './mark-notifications.ts';
import { listMutedSpaces } from './preferences/mutes.queries.ts';
import { preferenceRoutes } from './preferences/preferences.routes.ts';
import { pushRoutes } from './push/push.routes.ts';
import { snoozeNotification, unsnoozeNotification } from './snooze/snooze-notification.ts';

const pageSize = 25;

export function notificationRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;
  route('get_notifications_with_actors', async ({ input, viewer }) => {
    const { last_seq } = await getLiveState(db);
    const rows = await listNotifications(db, viewer.user_id, {
      only_space_id: input.only_space_id,
      inside_space_id: input.inside_space_id,
      is_snoozed: input.state === 'snoozed',
      after: decodeCursor('notifications', input.cursor, isTimestamp),
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('notifications', { at: row.batch_updated_at, id: row.id }),
    );
    return { notifications: await hideClosed(db, page), next_cursor, live_cursor: last_seq };
  });

  route('get_unread_notification_count', async ({ input, viewer }) => {
    const { last_seq } = await getLiveState(db);
    const unread = await countUnread(db, viewer.user_id, input.inside_space_id);
    return { ...unread, live_cursor: last_seq };
  });

  route('list_unread_spaces', async ({ viewer }) => ({
    spaces: await countUnreadBySpace(db, viewer.user_id),
    muted_space_ids: await listMutedSpaces(db, viewer.user_id),
  }));

  route('mark_notifications_as_read', ({ input, viewer }) =>
    markAsRead(db, viewer.user_id, input.notification_ids, input.clicked),
  );

  route('mark_notifications_as_unread', ({ input, viewer }) =>
    markAsUnread(db, viewer.user_id, input.notification_ids),
  );

  route('mark_notifications_of_post_as_read', ({ input, viewer }) =>
    markOfPostAsRead(db, viewer.user_id, input),
  );

  route('mark_all_notifications_as_read', ({ viewer }) => markAllAsRead(db, viewer.user_id));

  route('snooze_notification', async ({ input, viewer }) => ({
    snoozed_until: await snoozeNotification(db, viewer.user_id, input.notification_id, input.duration),
  }));

  route('unsnooze_notification', async ({ input, viewer }) => {
    await unsnoozeNotification(db, viewer.user_id, input.notification_id);
    return {};
  });

  route('delete_notification', async ({ input, viewer }) => {
    await removeNotification(db, viewer.user_id, input.notification_id);
    return {};
  });

  route('restore_notification', async ({ input, viewer }) => ({
    restored: await restoreNotification(db, viewer.user_id, input.notification_id),
  }));

  preferenceRoutes(route, platform);
  pushRoutes(route, platform);
}
