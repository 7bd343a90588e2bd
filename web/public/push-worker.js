/*
 * Shows push notifications. It has no `fetch` handler, so that pages always come from the server, and texts come with the
 * message. Pages register it when someone turns on push notifications, and delete every other worker.
 */

const json = { 'content-type': 'application/json' };

/** Reads a message. Browsers require that something is shown for each. */
function readMessage(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

self.addEventListener('push', (event) => {
  const { notification = {}, app_badge } = readMessage(event.data);
  const { title = self.location.host, body, lang, dir, tag, navigate = '/', data } = notification;
  const shown = self.registration.showNotification(title, {
    body,
    lang,
    dir,
    tag,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { navigate, ...data },
  });
  const badge = app_badge === undefined ? undefined : navigator.setAppBadge?.(app_badge);
  event.waitUntil(Promise.all([shown, badge?.catch(() => {})]));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { navigate = '/', notification_id } = event.notification.data ?? {};
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find(({ url }) => url === navigate);
    await (page ? page.focus() : self.clients.openWindow(navigate));
  };
  const read = async () => {
    if (!notification_id) return;
    const body = JSON.stringify({ notification_ids: [notification_id], clicked: true });
    // If it fails, it stays unread, as if it had been opened from the list of another device.
    await fetch('/api/notifications/read', { method: 'PUT', headers: json, body }).catch(() => {});
  };
  event.waitUntil(Promise.all([open(), read()]));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  const renew = async () => {
    const { oldSubscription, newSubscription } = event;
    const subscription =
      newSubscription ??
      (await self.registration.pushManager.subscribe(oldSubscription?.options ?? { userVisibleOnly: true }));
    const { endpoint, keys } = subscription.toJSON();
    const body = JSON.stringify({ endpoint, ...keys });
    await fetch('/api/push/subscriptions', { method: 'PUT', headers: json, body });
    if (!oldSubscription || oldSubscription.endpoint === endpoint) return;
    const old = new URLSearchParams({ endpoint: oldSubscription.endpoint });
    await fetch(`/api/push/subscriptions?${old}`, { method: 'DELETE' });
  };
  event.waitUntil(renew());
});
