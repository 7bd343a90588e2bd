import { call } from '#web/lib/api/api-client.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';
import { pushRecord, pushWorker } from '#web/lib/push-worker.ts';

/** Local entry: when push notifications were offered, or turned off. */
export const pushOffered = 'push-offered';

/**
 * Whether this browser shows push notifications. `install`: only once the page is on the home screen. `denied`: its user
 * has forbidden it in the browser.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined';

const isIphone = () => /iPhone|iPad/.test(navigator.userAgent);

const findRegistration = () => navigator.serviceWorker.getRegistration(pushWorker);

async function findSubscription(): Promise<PushSubscription | null> {
  return (await (await findRegistration())?.pushManager.getSubscription()) ?? null;
}

export async function readPushState(viewerId: string): Promise<PushState> {
  if (!isSupported()) return isIphone() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const isOn = readLocal<{ user_id: string }>(pushRecord)?.user_id === viewerId;
  return isOn && Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off';
}

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** Subscribes this browser with the key of the server. One with another key, from before, is replaced. */
async function subscribe(): Promise<PushSubscription> {
  const { public_key } = await call('get_push_key');
  await navigator.serviceWorker.register(pushWorker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: toBytes(public_key) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return await pushManager.subscribe(options);
  }
}

/** Sends the subscription of this browser to the server. */
async function store(viewerId: string, subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON();
  await call('subscribe_push', { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
  writeLocal(pushRecord, { user_id: viewerId, renewed_at: Date.now() });
}

/**
 * Asks for permission if needed and turns push notifications on. Call it while a button is being pressed: browsers ask only
 * then. Returns the new state.
 */
export async function turnOnPush(viewerId: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await store(viewerId, await subscribe());
  return 'on';
}

/** Turns push notifications off in this browser. */
export async function turnOffPush(): Promise<PushState> {
  const subscription = await findSubscription();
  if (subscription) {
    await call('unsubscribe_push', { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  writeLocal(pushRecord, null);
  writeLocal(pushOffered, Date.now());
  return 'off';
}

/** Sends a test to this browser. Returns whether its push service took it. */
export async function sendTestPush(): Promise<boolean> {
  const subscription = await findSubscription();
  if (!subscription) return false;
  return (await call('send_test_push', { endpoint: subscription.endpoint })).sent;
}

/** How often a subscription is sent again, in milliseconds: some browsers drop it after some days. */
const renewAfter = 24 * 60 * 60_000;

/** Sends the subscription of this browser again if it is due. A dropped one is replaced. */
export async function renewPush(viewerId: string): Promise<void> {
  const record = readLocal<{ user_id: string; renewed_at: number }>(pushRecord);
  if (record?.user_id !== viewerId || Date.now() - record.renewed_at < renewAfter) return;
  if (!isSupported() || Notification.permission !== 'granted') return;
  await store(viewerId, (await findSubscription()) ?? (await subscribe()));
}
