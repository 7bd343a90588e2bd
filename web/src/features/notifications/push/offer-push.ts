import type { QueryClient } from '@tanstack/react-query';
import type { Notification as Entry } from '#contract/features/notifications/notifications.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { showToastLater, toast } from '#web/ui/overlays/toast.ts';
import { readPushState, turnOnPush } from './push-device.ts';

/** Local entry: when push notifications were offered. */
const offered = 'push-offered';
/** How long no answer is a no, in milliseconds: 90 days. */
const offerAgainAfter = 90 * 24 * 60 * 60_000;
const offerDuration = 20_000;

/** Local entry: the viewer's latest notification when this browser last looked, and when that was. */
const lookedAt = 'push-looked';
interface Look {
  user_id: string;
  /** Empty if there was none. */
  latest: string;
  at: number;
}
/** Pages that are opened within this time look once, in milliseconds. */
const lookAgainAfter = 10 * 60_000;

const isDue = (): boolean => Date.now() - (readLocal<number>(offered) ?? 0) >= offerAgainAfter;

/** Whether it tells of a reply to a post of the viewer. */
const isReplyToPost = (entry: Entry): boolean =>
  entry.type === 'comment_reply' && entry.params.to !== 'comment';

/**
 * Offers push notifications if someone replied to a post of the viewer while no page was open, read or not. The first visit with a
 * browser only remembers what there is.
 */
export async function offerPushForMissed(client: QueryClient, viewerId: string): Promise<void> {
  if (!isDue() || (await readPushState(viewerId)) !== 'off') return;
  const look = readLocal<Look>(lookedAt);
  const known = look?.user_id === viewerId ? look : null;
  if (known && Date.now() - known.at < lookAgainAfter) return;
  const { notifications } = await getApiClient(client)('get_notifications_with_actors', {});
  const latest = notifications[0]?.batch_updated_at ?? '';
  writeLocal(lookedAt, { user_id: viewerId, latest, at: Date.now() } satisfies Look);
  const isMissed = (entry: Entry) => isReplyToPost(entry) && entry.batch_updated_at > (known?.latest ?? '');
  if (known && notifications.some(isMissed)) await offerPush(viewerId);
}

/** Offers push notifications, unless they are on, impossible, or were offered in the last 90 days. */
export async function offerPush(viewerId: string): Promise<void> {
  if (!isDue()) return;
  if ((await readPushState(viewerId)) !== 'off' || Notification.permission !== 'default') return;
  const failed = (error: unknown) =>
    toast({
      title: t("Couldn't turn on push notifications"),
      description: toMessage(error, t('Please try again in your settings.')),
      variant: 'destructive',
    });
  showToastLater(() => {
    writeLocal(offered, Date.now());
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
