import { patchEntity, readEntities, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { readLocal } from '#web/lib/cache/local-store.ts';
import { cachedInputs } from '#web/lib/list/live-list.ts';
import {
  type LiveContext,
  registerChannelRefetch,
  registerLiveHandler,
  registerSummaryRefetch,
} from '#web/lib/live/live-client.ts';
import { whenIdle } from '#web/lib/loading/when-idle.ts';
import { pushRecord } from '#web/lib/push-worker.ts';
import {
  applyToEntry,
  applyToList,
  applyToUnread,
  isHiddenInside,
  type NotificationEvent,
} from './notification-changes.ts';
import {
  type NotificationFilter,
  notificationChanges,
  refetchNotifications,
  unreadQuery,
  unreadSpacesQuery,
} from './notifications.api.ts';
import { notificationEntity } from './notifications.entity.ts';
import { offerPushOnReturn } from './push/offer-on-return.ts';
import { noteConnect, noteGone, noteMissedNews, notePostOf } from './reading/post-on-screen.ts';

function applyToCounts(event: NotificationEvent, { client }: LiveContext): void {
  const total = unreadQuery().queryKey;
  client.setQueryData(total, (unread) => unread && applyToUnread(unread, event));
  void client.invalidateQueries({ queryKey: unreadSpacesQuery.queryKey });
  // The event only has the total count. Refetch the counts inside spaces where they may have changed.
  for (const query of client.getQueryCache().findAll({ queryKey: ['get_unread_notification_count'] })) {
    const { inside_space_id } = query.queryKey[1] as { inside_space_id?: string };
    if (inside_space_id === undefined) continue;
    const hidden =
      event.type === 'notification.changed' && isHiddenInside(event.payload.notification, inside_space_id);
    if (!hidden) void client.invalidateQueries({ queryKey: query.queryKey });
  }
}

function applyToLists(event: Parameters<typeof applyToList>[1], { client }: LiveContext): void {
  for (const filter of cachedInputs<NotificationFilter>(client, 'get_notifications_with_actors'))
    notificationChanges.update(client, filter, (changes) => applyToList(changes, event, filter));
}

/** Closes the push notifications of this browser about what has been read, snoozed or removed anywhere. Loads nothing where push is off. */
function closePushed(ids: readonly string[] | null): void {
  if (readLocal(pushRecord) === null) return;
  void import('./push/close-shown.ts').then(({ closeShown }) => closeShown(ids)).catch(() => {});
}

registerLiveHandler('notification.changed', (event, context) => {
  writeEntities(context.client, notificationEntity, [event.payload.notification], { fromEvent: true });
  applyToLists(event, context);
  applyToCounts(event, context);
  const { notification, is_news } = event.payload;
  // It was snoozed, on this device or another one.
  if (notification.read) closePushed([notification.id]);
  notePostOf(event.payload);
  if (!is_news) return;
  if (notification.type === 'comment_reply' && notification.params.to !== 'comment')
    // After what the page shows: on return, many such events arrive at once.
    whenIdle(() => {
      import('./push/offer-push.ts').then(({ offerPush }) => offerPush(notification.user_id)).catch(() => {});
    });
});

registerLiveHandler('notification.read', (event, context) => {
  closePushed(event.payload.notification_ids);
  noteGone(event.payload.notification_ids);
  const ids =
    event.payload.notification_ids ?? readEntities(context.client, 'notification').map(({ id }) => id);
  for (const id of ids)
    patchEntity(context.client, 'notification', id, (entry) => applyToEntry(entry, event));
  applyToCounts(event, context);
});

// Unread messages aren't in the list, but they are pushed, with the id of their conversation.
registerLiveHandler('conversation.viewer_changed', ({ payload }) => {
  if (payload.unread_count === 0 && !payload.is_marked_unread) closePushed([payload.conversation_id]);
});

registerLiveHandler('notification.removed', (event, context) => {
  closePushed([event.payload.notification_id]);
  noteGone([event.payload.notification_id]);
  applyToLists(event, context);
  applyToCounts(event, context);
});

// Open lists show the current title of a post, like pages that are loaded now.
registerLiveHandler('post.changed', ({ payload: { post } }, { client }) => {
  for (const entry of readEntities(client, 'notification')) {
    const postId = entry.target_type === 'post' ? entry.target_id : entry.post_id;
    if (postId === post.id && entry.post_title !== null)
      patchEntity(client, 'notification', entry.id, { post_title: post.title });
  }
});

// After a membership ends, the list no longer contains notifications of that space.
registerLiveHandler('membership.changed', ({ payload }, { client }) => {
  if (payload.role === null) void refetchNotifications(client);
});

// News about a post on screen may be among what was missed. It's read after the numbers are known, which would be outdated otherwise.
registerChannelRefetch('user', (_id, { client }) => {
  void refetchNotifications(client).then(noteMissedNews);
  offerPushOnReturn(client);
});
registerSummaryRefetch(noteConnect);
