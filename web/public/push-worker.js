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

/** The ID of a shown notification; null for a test. Tags are IDs without hyphens. */
function toId({ tag }) {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(tag ?? '');
  return parts ? parts.slice(1).join('-') : null;
}

/**
 * Closes what has been read since it was sent: devices that were offline get their messages late. Without a response, everything
 * stays.
 */
async function closeRead() {
  const shown = (await self.registration.getNotifications()).filter(toId);
  if (shown.length === 0) return;
  // The latest ones, as many as are asked about at once.
  const body = JSON.stringify({ shown_ids: shown.slice(-50).map(toId) });
  const response = await fetch('/api/push/shown', { method: 'POST', headers: json, body });
  if (!response.ok) return;
  const { unread_ids, unread_count } = await response.json();
  for (const one of shown.slice(-50)) if (!unread_ids.includes(toId(one))) one.close();
  await navigator.setAppBadge?.(unread_count);
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
  event.waitUntil(Promise.all([shown.then(closeRead).catch(() => {}), badge?.catch(() => {})]));
});

/** The address of a page without what it highlights. */
function toPage(address) {
  const { origin, pathname, searchParams } = new URL(address, self.location.origin);
  for (const name of ['highlight', 'highlight_comment']) searchParams.delete(name);
  return `${origin}${pathname}?${searchParams}`;
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { navigate = '/', page_url, notification_id } = event.notification.data ?? {};
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // The one that shows it, if possible: another part of its page may be highlighted there.
    const wanted = [navigate, page_url ?? navigate].map(toPage);
    const page =
      pages.find(({ url }) => url === navigate) ?? pages.find(({ url }) => wanted.includes(toPage(url)));
    if (!page) return await self.clients.openWindow(navigate);
    if (page.url !== navigate) page.postMessage({ navigate });
    return await page.focus();
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
