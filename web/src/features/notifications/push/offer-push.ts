import type { QueryClient } from '@tanstack/react-query';
import type { Notification as Entry } from '#contract/features/notifications/notifications.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { showToastLater, toast } from '#web/ui/overlays/toast.ts';
import { pushOffered, readPushState, turnOnPush } from './push-device.ts';

/** How long no answer is a no, in milliseconds: 90 days. */
const offerAgainAfter = 90 * 24 * 60 * 60_000;
const offerDuration = 20_000;

/** Local entry: since when a reply is a reason for the offer, and when this browser was last here. */
const lookedAt = 'push-looked';
interface Look {
  user_id: string;
  /** A time of the server. */
  since: string;
  at: number;
}
/** Pages that are opened within this time are one visit, in milliseconds. */
const visitDuration = 10 * 60_000;
/** How far before the first visit with a browser a reply may be, in milliseconds. */
const beforeFirstVisit = 7 * 24 * 60 * 60_000;

const isDue = (): boolean => Date.now() - (readLocal<number>(pushOffered) ?? 0) >= offerAgainAfter;

function noteLook(viewerId: string, since: number): void {
  const look: Look = { user_id: viewerId, since: new Date(since).toISOString(), at: Date.now() };
  writeLocal(lookedAt, look);
}

/** Whether it tells of a reply to a post of the viewer. */
const isReplyToPost = (entry: Entry): boolean =>
  entry.type === 'comment_reply' && entry.params.to !== 'comment';

/**
 * Offers push notifications if someone replied to a post of the viewer since the last visit, read elsewhere or not. Nothing is offered
 * at the first visit with a browser, and what was seen while the offer wasn't due is no reason for it later.
 */
export async function offerPushForMissed(client: QueryClient, viewerId: string): Promise<void> {
  const look = readLocal<Look>(lookedAt);
  if (look?.user_id !== viewerId) {
    noteLook(viewerId, serverNow() - beforeFirstVisit);
    return;
  }
  if (Date.now() - look.at < visitDuration) return;
  noteLook(viewerId, serverNow());
  if (!isDue() || (await readPushState(viewerId)) !== 'off') return;
  const { notifications } = await getApiClient(client)('get_notifications_with_actors', {});
  if (notifications.some((entry) => isReplyToPost(entry) && entry.batch_updated_at > look.since))
    await offerPush(viewerId);
}

/** Offers push notifications, unless they are on, impossible, or were offered in the last 90 days. */
export async function offerPush(viewerId: string): Promise<void> {
  if (!isDue()) {
    // It's seen now.
    noteLook(viewerId, serverNow());
    return;
  }
  if ((await readPushState(viewerId)) !== 'off' || Notification.permission !== 'default') return;
  const failed = (error: unknown) =>
    toast({
      title: t("Couldn't turn on push notifications"),
      description: toMessage(error, t('Please try again in your settings.')),
      variant: 'destructive',
    });
  showToastLater(() => {
    writeLocal(pushOffered, Date.now());
    return {
      title: t('Someone replied to your post'),
      description: t('Get replies on this device, even when this page is closed?'),
      duration: offerDuration,
      action: {
        label: t('Turn on'),
        onPress: () =>
          void turnOnPush(viewerId).then((state) => {
            if (state === 'on') toast({ title: t('Push notifications are on') });
          }, failed),
      },
    };
  });
}
