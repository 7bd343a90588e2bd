import { writeNotification } from '#contract/features/notifications/notification-copy.ts';
import { declarationOf } from '#contract/features/notifications/notification-types.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { FetchPolicy } from '#server/platform/outgoing/fetch-limited.ts';
import type { Platform } from '#server/platform/platform.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { type Decision, deleteDeliveries, markSent, postpone } from '../delivery/deliveries.queries.ts';
import { toNotificationUrl, toSentence } from '../delivery/notification-text.ts';
import { countUnread, listNotificationsByIds } from '../notifications.queries.ts';
import { deleteGone, getLocale, listSubscriptions, recordPush } from './push.queries.ts';
import { type PushContent, type PushResult, pushPolicy, pushTo } from './push-message.ts';

/** How long a push waits after its service failed, in milliseconds. */
const retryAfter = 60_000;

/** Writes a notification for devices, in the language of its user. */
function toContent(
  entry: Notification,
  { publicUrl, locale, unread_count }: { publicUrl: string; locale: string; unread_count: number },
): PushContent {
  const { push } = declarationOf(entry.type);
  return withLocale(locale, () => ({
    title: entry.space.name,
    body: [toSentence(entry), writeNotification(entry).detail].filter(Boolean).join('\n'),
    url: toNotificationUrl(entry, publicUrl),
    tag: entry.id.replaceAll('-', ''),
    locale,
    unread_count,
    urgency: push?.urgency ?? 'normal',
    ttl: push?.ttl ?? 0,
  }));
}

/** Sends a notification to all browsers of a user. Returns whether a push service has to be asked again. */
async function pushToAll(
  platform: Platform,
  userId: string,
  content: PushContent,
  policy: FetchPolicy,
): Promise<boolean> {
  const { db } = platform;
  const results = await Promise.all(
    (await listSubscriptions(db, userId)).map(async (subscription): Promise<PushResult> => {
      const result = await pushTo(platform, subscription, content, policy);
      if (result === 'gone') await deleteGone(db, subscription.id);
      else if (result !== 'failed') await recordPush(db, subscription.id, result === 'sent');
      return result;
    }),
  );
  return results.includes('failed');
}

/**
 * Pushes notifications that were decided to be sent. They are noted as sent afterward: if this process ends in between, they
 * are sent again with the same topic and tag, and replace themselves on the device.
 */
export async function sendPushes(
  platform: Platform,
  decisions: readonly Decision[],
  policy: FetchPolicy = pushPolicy,
): Promise<void> {
  const { db } = platform;
  const entries = await listNotificationsByIds(
    db,
    decisions.map(({ notification_id }) => notification_id),
  );
  for (const decision of decisions) {
    const entry = entries.find(({ id }) => id === decision.notification_id);
    if (!entry) continue;
    const ttl = (declarationOf(entry.type).push?.ttl ?? 0) * 1000;
    if (Date.parse(decision.queued_at) + ttl < nowMs()) {
      await deleteDeliveries(db, [decision]);
      continue;
    }
    const [locale, { unread_count }] = await Promise.all([
      getLocale(db, decision.user_id),
      countUnread(db, decision.user_id),
    ]);
    const content = toContent(entry, { publicUrl: platform.publicUrl(), locale, unread_count });
    if (await pushToAll(platform, decision.user_id, content, policy))
      await postpone(db, [decision], new Date(nowMs() + retryAfter).toISOString());
    else await markSent(db, [decision]);
  }
}
