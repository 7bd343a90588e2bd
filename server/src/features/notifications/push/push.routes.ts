import { currentLocale } from '#contract/i18n/locale.ts';
import { t } from '#contract/i18n/translate.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countUnread, listSentEntries } from '../entries.queries.ts';
import { deleteGone, deleteSubscription, findSubscription, upsertSubscription } from './push.queries.ts';
import { pushTo } from './push-message.ts';
import { toVapidKeys } from './vapid-keys.ts';

/** Seconds for which a test is worth showing. */
const testTtl = 60;

export function pushRoutes(route: RouteBinder, platform: Platform): void {
  const { db, secret, publicUrl, config } = platform;
  route('get_push_key', async () => ({ public_key: toVapidKeys(secret).public_key }));

  route('subscribe_push', async ({ input, viewer }) => {
    const owner = { user_id: viewer.user_id, session_id: viewer.session_id };
    if (!(await upsertSubscription(db, owner, input))) throw new AppError('push_subscription_taken');
    return {};
  });

  route('unsubscribe_push', async ({ input, viewer }) => {
    await deleteSubscription(db, viewer.user_id, input.endpoint);
    return {};
  });

  route('list_unread_of_shown', async ({ input, viewer }) => {
    const shown = input.shown_ids.map((id) => ({ id, user_id: viewer.user_id }));
    const [entries, { unread_count }] = await Promise.all([
      listSentEntries(db, shown),
      countUnread(db, viewer.user_id),
    ]);
    return { unread_ids: entries.filter(({ read }) => !read).map(({ id }) => id), unread_count };
  });

  route('send_test_push', async ({ input, viewer }) => {
    const subscription = await findSubscription(db, viewer.user_id, input.endpoint);
    if (!subscription) return { sent: false };
    const { unread_count } = await countUnread(db, viewer.user_id);
    const result = await pushTo(platform, subscription, {
      title: config.brandName,
      body: t('Push notifications work on this device.'),
      url: `${publicUrl()}/settings/notifications`,
      page_url: null,
      tag: 'test',
      locale: currentLocale(),
      unread_count,
      notification_id: null,
      urgency: 'high',
      ttl: testTtl,
    });
    if (result === 'gone') await deleteGone(db, subscription.id);
    return { sent: result === 'sent' };
  });
}
