import webPush from 'web-push';
import type { Config } from '#server/platform/config.ts';
import {
  type FetchPolicy,
  postLimited,
  publicInternetPolicy,
} from '#server/platform/outgoing/fetch-limited.ts';
import type { PushSubscription } from './push.queries.ts';
import { toVapidKeys } from './vapid-keys.ts';

/** What a device shows. */
export interface PushContent {
  title: string;
  body: string;
  /** Where it leads. */
  url: string;
  /** The address of the page that `url` redirects to, by which the worker finds it if it's open; null if `url` is that. */
  page_url: string | null;
  /** Replaces a notification with the same tag. At most 32 letters and digits. */
  tag: string;
  locale: string;
  /** The number on the icon of the installed app. */
  unread_count: number;
  /** The entry in the list, which opening it marks as read; null if it isn't in one. */
  notification_id: string | null;
  urgency: 'high' | 'normal' | 'low';
  /** Seconds for which the push service keeps it. */
  ttl: number;
}

/** `gone`: the subscription has ended. `refused`: it won't work again. `failed`: it may work later. */
export type PushResult = 'sent' | 'gone' | 'refused' | 'failed';

/** Push services are public and use https. Anyone can name an address as theirs. */
export const pushPolicy: FetchPolicy = { ...publicInternetPolicy, isSecure: true };

/** How long a push service may take, in milliseconds. */
const timeout = 10_000;
/** Maximum length of a text. Push services take about 4 KB. */
const maxText = 400;

/**
 * The payload in the declarative form of the Push API, which Safari shows without the worker; the worker of the other
 * browsers reads the same.
 */
export const toPayload = ({
  title,
  body,
  url,
  page_url,
  tag,
  locale,
  unread_count,
  notification_id,
}: PushContent): string =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: title.slice(0, maxText),
      body: body.slice(0, maxText),
      navigate: url,
      lang: locale,
      dir: 'auto',
      tag,
      app_badge: String(unread_count),
      data: { notification_id, page_url },
    },
    app_badge: unread_count,
  });

interface Sender {
  secret: string;
  config: Pick<Config, 'supportEmail'>;
  publicUrl: () => string;
}

/** The contact that push services may use (RFC 8292). They refuse addresses that only this machine has. */
function toSubject({ config, publicUrl }: Sender): string {
  if (config.supportEmail) return `mailto:${config.supportEmail}`;
  const url = publicUrl();
  return url.startsWith('https:') ? url : 'mailto:operator@example.com';
}

function toResult(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 429 || status >= 500 ? 'failed' : 'refused';
}

/** Encrypts a notification for a browser and hands it to the push service. */
export async function pushTo(
  sender: Sender,
  { endpoint, p256dh, auth }: PushSubscription,
  content: PushContent,
  policy: FetchPolicy = pushPolicy,
): Promise<PushResult> {
  const { public_key: publicKey, private_key: privateKey } = toVapidKeys(sender.secret);
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      toPayload(content),
      {
        vapidDetails: { subject: toSubject(sender), publicKey, privateKey },
        TTL: content.ttl,
        urgency: content.urgency,
        topic: content.tag,
        contentEncoding: 'aes128gcm',
      },
    );
    const request = { headers: headers as Record<string, string>, body, milliseconds: timeout };
    return toResult((await postLimited(endpoint, request, policy)).status);
  } catch (error) {
    // A forbidden address or an unusable key stays one; everything else is the network.
    const isLasting = error instanceof Error && (error.name === 'FetchError' || !('code' in error));
    return isLasting && (error as Error).message !== 'too slow' ? 'refused' : 'failed';
  }
}
