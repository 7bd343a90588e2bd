import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';
import { showToastLater, toast } from '#web/ui/overlays/toast.ts';
import { readPushState, turnOnPush } from './push-device.ts';

/** Local entry: when push notifications were offered. */
const offered = 'push-offered';
/** How long no answer is a no, in milliseconds: 90 days. */
const offerAgainAfter = 90 * 24 * 60 * 60_000;
const offerDuration = 20_000;

/** Offers push notifications, unless they are on, impossible, or were offered in the last 90 days. */
export async function offerPush(viewerId: string): Promise<void> {
  if (Date.now() - (readLocal<number>(offered) ?? 0) < offerAgainAfter) return;
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
