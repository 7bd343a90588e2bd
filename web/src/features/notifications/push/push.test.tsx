import { readFileSync } from 'node:fs';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { purgeOldCaches } from '#web/lib/old-caches.ts';
import { pushRecord } from '#web/lib/push-worker.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aNotification, anAccount, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { keepPush } from './keep-push.ts';
import { offerPush, offerPushForMissed } from './offer-push.ts';
import { renewPush, turnOffPush } from './push-device.ts';
import { PushDeviceField } from './push-device-field.tsx';
import '../notifications.live.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

const day = 24 * 60 * 60_000;
const viewer = anAccount();
const endpoint = 'https://push.example/1';
const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };

/** What the browser does. */
let browser: {
  permission: NotificationPermission;
  /** What its user chooses when asked. */
  choice: NotificationPermission;
  subscription: object | null;
  asked: number;
};
/** A browser with push notifications. */
function stubBrowser(state: Partial<typeof browser> = {}) {
  browser = { permission: 'default', choice: 'granted', subscription: null, asked: 0, ...state };
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      browser.subscription = null;
    },
  };
  if (state.subscription) browser.subscription = subscription;
  const pushManager = {
    getSubscription: async () => browser.subscription,
    subscribe: async () => {
      browser.subscription = subscription;
      return subscription;
    },
  };
  const registration = { pushManager };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked += 1;
      browser.permission = browser.choice;
      return browser.permission;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
}
beforeEach(() => {
  call.mockReset();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  dismissToast();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const respond = (responses: Responses = {}) =>
  call.mockImplementation(
    respondWith({
      get_push_key: () => ({ public_key: 'BAAA' }),
      subscribe_push: () => ({}),
      unsubscribe_push: () => ({}),
      send_test_push: () => ({ sent: true }),
      ...responses,
    }),
  );
const requests = () => call.mock.calls.map(([name]) => name);
function show(responses: Responses = {}) {
  respond(responses);
  const client = createQueryClient(call);
  setViewer(client, viewer);
  renderPage(client, <PushDeviceField viewerId={viewer.id} />);
}
const find = () => screen.findByRole<HTMLInputElement>('switch', { name: /this device/ });

describe('Push notifications on this device', () => {
  it('are turned on with permission, tested, and turned off', async () => {
    stubBrowser();
    show();
    const field = await find();
    await waitFor(() => expect(field.disabled).toBe(false));
    expect(browser.asked).toBe(0);
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('Test sent')).toBeTruthy();
    await userEvent.click(field);
    await waitFor(() => expect(field.checked).toBe(false));
    expect(requests()).toEqual(['get_push_key', 'subscribe_push', 'send_test_push', 'unsubscribe_push']);
    expect(call.mock.calls[1]?.[1]).toEqual({ endpoint, ...keys });
    expect([browser.subscription, readLocal('push')]).toEqual([null, null]);
  });

  it('stay off if their user says no, and say how to allow them', async () => {
    stubBrowser({ choice: 'denied' });
    show();
    const field = await find();
    await waitFor(() => expect(field.disabled).toBe(false));
    await userEvent.click(field);
    expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy();
    expect([field.checked, field.disabled, requests()]).toEqual([false, true, []]);
  });

  it('say so if the server cannot be reached', async () => {
    stubBrowser();
    show({
      subscribe_push: () => {
        throw new NetworkError(null);
      },
    });
    const field = await find();
    await waitFor(() => expect(field.disabled).toBe(false));
    await userEvent.click(field);
    expect(await screen.findByText("Couldn't change push notifications")).toBeTruthy();
    await waitFor(() => expect(field.checked).toBe(false));
  });

  it('are off for another account of the same browser', async () => {
    stubBrowser({ permission: 'granted', subscription: {} });
    writeLocal('push', { user_id: idOf(77), renewed_at: Date.now() });
    show();
    const field = await find();
    await waitFor(() => expect(field.disabled).toBe(false));
    expect(field.checked).toBe(false);
  });

  it('cannot be turned on in a browser without them', async () => {
    show();
    expect(await screen.findByText("This browser can't show push notifications.")).toBeTruthy();
    expect((await find()).disabled).toBe(true);
  });

  it('say when the service refuses a test', async () => {
    stubBrowser({ permission: 'granted', subscription: {} });
    writeLocal('push', { user_id: viewer.id, renewed_at: Date.now() });
    show({ send_test_push: () => ({ sent: false }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText("Couldn't send the test")).toBeTruthy();
  });
});

describe('A subscription', () => {
  const renewed = (ago: number, user_id = viewer.id) =>
    writeLocal('push', { user_id, renewed_at: Date.now() - ago });

  it('is sent again once a day, and replaced if the browser has dropped it', async () => {
    stubBrowser({ permission: 'granted', subscription: {} });
    respond();
    renewed(day / 2);
    await renewPush(viewer.id);
    expect(requests()).toEqual([]);
    renewed(2 * day);
    await renewPush(viewer.id);
    expect(requests()).toEqual(['subscribe_push']);
    renewed(2 * day);
    browser.subscription = null;
    await renewPush(viewer.id);
    expect(requests()).toEqual(['subscribe_push', 'get_push_key', 'subscribe_push']);
    expect(browser.asked).toBe(0);
  });

  it('is not renewed for another account, or without permission', async () => {
    stubBrowser({ permission: 'granted', subscription: {} });
    respond();
    renewed(2 * day, idOf(77));
    await renewPush(viewer.id);
    browser.permission = 'denied';
    renewed(2 * day);
    await renewPush(viewer.id);
    expect(requests()).toEqual([]);
  });

  it('is sent again after the next sign-in, because it has ended with the session', async () => {
    stubBrowser({ permission: 'granted', subscription: {} });
    respond();
    renewed(day / 2);
    const client = createQueryClient(call);
    setViewer(client, null);
    await keepPush(client);
    expect(requests()).toEqual([]);
    setViewer(client, viewer);
    await keepPush(client);
    expect(requests()).toEqual(['subscribe_push']);
    await keepPush(client);
    expect(requests()).toEqual(['subscribe_push']);
  });

  it('costs pages of people without one nothing', async () => {
    stubBrowser();
    respond();
    const client = createQueryClient(call);
    setViewer(client, viewer);
    await keepPush(client);
    expect(requests()).toEqual([]);
  });
});

describe('The offer of push notifications', () => {
  it('comes with a reply, and not again for 90 days', async () => {
    stubBrowser();
    respond();
    await offerPush(viewer.id);
    expect(readToast()?.action?.label).toBe('Turn on');
    dismissToast();
    await offerPush(viewer.id);
    expect(readToast()?.open).toBe(false);
    writeLocal('push-offered', Date.now() - 91 * day);
    await offerPush(viewer.id);
    expect(readToast()?.open).toBe(true);
    expect(browser.asked).toBe(0);
    readToast()?.action?.onPress();
    await waitFor(() => expect(readToast()?.title).toBe('Push notifications are on'));
  });

  describe('on return', () => {
    const hour = 3_600_000;
    const at = (hours: number) => Date.parse(timeOf(0)) + hours * hour;
    const reply = (hours: number) =>
      aNotification({
        type: 'comment_reply',
        params: { to: 'post' },
        read: true,
        batch_updated_at: new Date(at(hours)).toISOString(),
      });
    beforeEach(() => {
      stubBrowser();
      dismissToast();
      writeLocal('push-offered', null);
      writeLocal('push-looked', null);
    });
    /** Visits with these replies in the list. `whenAt` runs something at that time, `requests` counts the lists. */
    function visits() {
      let requests = 0;
      let list = [reply(0)];
      const client = createQueryClient(
        respondWith({
          get_notifications_with_actors: () => {
            requests += 1;
            return { notifications: list, next_cursor: null, live_cursor: 1 };
          },
        }),
      );
      const whenAt = async (hours: number, act: () => Promise<void>) => {
        const now = vi.spyOn(Date, 'now').mockReturnValue(at(hours));
        await act();
        now.mockRestore();
        return readToast()?.open ?? false;
      };
      const visit = (hours: number, replies: Parameters<typeof aNotification>[0][]) => {
        list = replies.map((fields) => aNotification(fields));
        return whenAt(hours, () => offerPushForMissed(client, viewer.id));
      };
      return { visit, whenAt, requests: () => requests };
    }

    it('comes after a reply since the last visit, also a read one, and not again once it was made', async () => {
      const { visit, requests } = visits();
      expect(await visit(24 * 8, [reply(0)])).toBe(false);
      expect(await visit(24 * 8.5, [reply(0)])).toBe(false);
      expect(await visit(24 * 9, [{ batch_updated_at: reply(24 * 8.8).batch_updated_at }, reply(0)])).toBe(
        false,
      );
      expect(await visit(24 * 9 + 0.1, [reply(24 * 9.05)])).toBe(false);
      expect(await visit(24 * 10, [reply(24 * 9.5)])).toBe(true);
      dismissToast();
      expect(await visit(24 * 11, [reply(24 * 10.5)])).toBe(false);
      expect(requests()).toBe(3);
    });

    it('comes at the second visit with a browser after a reply of the week before the first', async () => {
      const { visit } = visits();
      expect(await visit(24, [reply(0)])).toBe(false);
      expect(await visit(25, [reply(0)])).toBe(true);
    });

    it('counts no reply that was seen while the offer was not due', async () => {
      const { visit, whenAt } = visits();
      const days = (count: number) => 24 * count;
      writeLocal('push-offered', at(0));
      expect(await visit(days(1), [])).toBe(false);
      expect(await visit(days(80), [reply(days(79))])).toBe(false);
      // One that comes while the page is open.
      await whenAt(days(89), () => offerPush(viewer.id));
      expect(await visit(days(91), [reply(days(88.9)), reply(days(79))])).toBe(false);
      expect(await visit(days(92), [reply(days(91.5))])).toBe(true);
    });

    it('is not made for 90 days once push was turned off in the settings', async () => {
      stubBrowser({ permission: 'granted', subscription: {} });
      respond();
      await turnOffPush();
      stubBrowser();
      await offerPush(viewer.id);
      expect(readToast()?.open ?? false).toBe(false);
    });
  });

  it.each([{ permission: 'denied' as const }, { permission: 'granted' as const }])(
    'is not made with %j',
    async (state) => {
      stubBrowser(state);
      dismissToast();
      await offerPush(viewer.id);
      expect(readToast()?.open ?? false).toBe(false);
    },
  );
});

it('Pages delete all workers but the one for push notifications, also if it has only just been registered', async () => {
  const removed: string[] = [];
  const registration = (path: string, state: 'active' | 'waiting' | 'installing') => ({
    active: null,
    waiting: null,
    installing: null,
    [state]: { scriptURL: new URL(path, window.location.origin).href },
    unregister: async () => removed.push(path),
  });
  const registrations = [
    registration('/push-worker.js', 'active'),
    registration('/push-worker.js', 'installing'),
    { ...registration('/push-worker.js', 'installing'), installing: null },
    registration('/sw.js', 'active'),
    registration('/old/push-worker.js', 'waiting'),
    registration('https://cdn.example/push-worker.js', 'active'),
  ];
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistrations: async () => registrations },
  });
  await purgeOldCaches();
  expect(removed).toEqual(['/sw.js', '/old/push-worker.js', 'https://cdn.example/push-worker.js']);
});

describe('What this browser shows', () => {
  const receive = (type: string, payload: object) =>
    applyLiveEvent({ seq: 1, channel: 'user:me', type, payload } as never, {
      client: createQueryClient(call),
      viewerId: 'me',
    });
  const conversation_id = idOf(7);
  /** A browser that shows two notifications, and new messages of a conversation. */
  function showing() {
    const closed: number[] = [];
    const shown = [idOf(1), idOf(2), null].map((notification_id, n) => ({
      tag: (notification_id ?? conversation_id).replaceAll('-', ''),
      data: { notification_id },
      close: () => closed.push(n + 1),
    }));
    const getRegistration = vi.fn(async () => ({ getNotifications: async () => shown }));
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
    return { closed, getRegistration };
  }
  const read = (notification_ids: string[] | null) =>
    receive('notification.read', { notification_ids, clicked: false, unread_count: 0, version: 9 });

  it('is closed when it is read or removed on any device', async () => {
    writeLocal(pushRecord, { user_id: viewer.id, renewed_at: Date.now() });
    const { closed } = showing();
    read([idOf(2), idOf(9)]);
    await waitFor(() => expect(closed).toEqual([2]));
    receive('notification.removed', { notification_id: idOf(1), unread_count: 0, version: 10 });
    await waitFor(() => expect(closed).toEqual([2, 1]));
    read(null);
    await waitFor(() => expect(closed).toEqual([2, 1, 1, 2]));
  });

  it('is closed when it is snoozed, and stays when it is marked as unread', async () => {
    writeLocal(pushRecord, { user_id: viewer.id, renewed_at: Date.now() });
    const { closed } = showing();
    const change = (fields: object) =>
      receive('notification.changed', {
        notification: aNotification(fields),
        is_news: false,
        is_kept_unread: true,
        unread_count: 0,
      });
    change({ id: idOf(2), version: 9 });
    change({ id: idOf(1), version: 10, read: true, snoozed_until: timeOf(3_600_000) });
    await waitFor(() => expect(closed).toEqual([1]));
  });

  it('about new messages is closed when their conversation is read, but not if it is marked as unread', async () => {
    writeLocal(pushRecord, { user_id: viewer.id, renewed_at: Date.now() });
    const { closed } = showing();
    const change = (of: string, unread_count: number, is_marked_unread = false) =>
      receive('conversation.viewer_changed', { conversation_id: of, unread_count, is_marked_unread });
    change(conversation_id, 1);
    change(conversation_id, 0, true);
    change(idOf(8), 0);
    read([idOf(1)]);
    await waitFor(() => expect(closed).toEqual([1]));
    change(conversation_id, 0);
    await waitFor(() => expect(closed).toEqual([1, 3]));
  });

  it('is not looked at where push is off', async () => {
    const { getRegistration } = showing();
    read(null);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(getRegistration).not.toHaveBeenCalled();
  });
});

describe('The worker', () => {
  /** Runs the worker in a scope of its own. Returns its handlers and what it does. */
  function start(pages: { url: string; focus: () => void; postMessage?: (message: object) => void }[] = []) {
    const handlers: Record<string, (event: object) => void> = {};
    const shown: { tag: string; close: () => void }[] = [];
    const scope = {
      location: { host: 'hearth.example', origin: 'https://hearth.example' },
      addEventListener: (type: string, handler: (event: object) => void) => {
        handlers[type] = handler;
      },
      registration: {
        showNotification: vi.fn(async (_title: string, { tag = '' }: { tag?: string }) => {
          const one = { tag, close: () => void shown.splice(shown.indexOf(one), 1) };
          shown.push(one);
        }),
        getNotifications: async () => [...shown],
        pushManager: { subscribe: vi.fn(async () => ({ toJSON: () => ({ endpoint, keys }) })) },
      },
      clients: { matchAll: async () => pages, openWindow: vi.fn(async () => {}) },
    };
    const setAppBadge = vi.fn(async () => {});
    const fetch = vi.fn(async (_path: string, _init?: object): Promise<object> => ({}));
    const source = readFileSync('web/public/push-worker.js', 'utf8');
    new Function('self', 'navigator', 'fetch', source)(scope, { setAppBadge }, fetch);
    const send = async (type: string, event: object) => {
      let work: Promise<unknown> = Promise.resolve();
      const waitUntil = (promise: Promise<unknown>) => {
        work = promise;
      };
      handlers[type]?.({ ...event, waitUntil });
      await work;
    };
    return { handlers, scope, shown, setAppBadge, fetch, send };
  }
  const navigate = 'https://hearth.example/bread/space/1';
  const message = {
    web_push: 8030,
    notification: { title: 'Bread', body: 'Hi', navigate, tag: 't', data: { notification_id: idOf(5) } },
    app_badge: 3,
  };

  it('handles nothing but push notifications', () => {
    expect(Object.keys(start().handlers)).toEqual(['push', 'notificationclick', 'pushsubscriptionchange']);
  });

  it('shows what a message says and the number on the icon', async () => {
    const { scope, setAppBadge, send } = start();
    await send('push', { data: { json: () => message } });
    expect(scope.registration.showNotification).toHaveBeenCalledWith(
      'Bread',
      expect.objectContaining({ body: 'Hi', tag: 't', data: { navigate, notification_id: idOf(5) } }),
    );
    expect(setAppBadge).toHaveBeenCalledWith(3);
  });

  describe('asks what it shows', () => {
    const tagOf = (n: number) => idOf(n).replaceAll('-', '');
    /** Three messages arrive, of which the third has been read by then; `respond` is what the server says. */
    async function receive(respond: () => object) {
      const worker = start();
      for (const n of [1, 2]) await worker.scope.registration.showNotification('Bread', { tag: tagOf(n) });
      await worker.scope.registration.showNotification('Test', { tag: 'test' });
      worker.fetch.mockImplementation(async () => respond());
      const notification = { ...message.notification, tag: tagOf(3) };
      await worker.send('push', { data: { json: () => ({ ...message, notification }) } });
      return { ...worker, tags: worker.shown.map(({ tag }) => tag) };
    }

    it('and closes what has been read since, also what has just arrived', async () => {
      const body = { unread_ids: [idOf(2)], unread_count: 1 };
      const { tags, fetch, setAppBadge } = await receive(() => ({ ok: true, json: async () => body }));
      expect(tags).toEqual([tagOf(2), 'test']);
      expect(fetch).toHaveBeenCalledExactlyOnceWith(
        '/api/push/shown',
        expect.objectContaining({ body: JSON.stringify({ shown_ids: [1, 2, 3].map(idOf) }) }),
      );
      expect(setAppBadge.mock.calls.at(-1)).toEqual([1]);
    });

    it.each([
      ['is refused', () => ({ ok: false })],
      [
        'fails',
        () => {
          throw new TypeError('Failed to fetch');
        },
      ],
    ])('and leaves everything if that %s', async (_what, respond) => {
      expect((await receive(respond)).tags).toEqual([tagOf(1), tagOf(2), 'test', tagOf(3)]);
    });
  });

  it('shows something for a message that it cannot read', async () => {
    const { scope, send } = start();
    await send('push', { data: null });
    expect(scope.registration.showNotification).toHaveBeenCalledWith('hearth.example', expect.anything());
  });

  it.each([true, false])(
    'opens what it is about and marks it as read; the page is open: %s',
    async (isOpen) => {
      const focus = vi.fn();
      const { scope, fetch, send } = start([
        { url: 'https://hearth.example/', focus: () => expect.unreachable() },
        ...(isOpen ? [{ url: navigate, focus }] : []),
      ]);
      const close = vi.fn();
      await send('notificationclick', {
        notification: { close, data: { navigate, notification_id: idOf(5) } },
      });
      expect(close).toHaveBeenCalledOnce();
      expect(focus).toHaveBeenCalledTimes(isOpen ? 1 : 0);
      expect(scope.clients.openWindow).toHaveBeenCalledTimes(isOpen ? 0 : 1);
      expect(fetch).toHaveBeenCalledExactlyOnceWith(
        '/api/notifications/read',
        expect.objectContaining({ body: JSON.stringify({ notification_ids: [idOf(5)], clicked: true }) }),
      );
    },
  );

  const page_url = 'https://hearth.example/bread/post/rye';
  it.each([
    ['that has another part highlighted', `${page_url}?highlight_comment=9`, 'focused'],
    ['that highlights the post', `${page_url}?highlight=1`, 'focused'],
    ['without anything highlighted', page_url, 'focused'],
    ['in another order of comments', `${page_url}?comments=newest`, 'left'],
    ['of another post', 'https://hearth.example/bread/post/oats?highlight=1', 'left'],
    ['that still has the address it was opened by', `${navigate}?highlight_comment=9`, 'focused'],
  ])('opens what it is about in a page %s: %s is %s', async (_what, url, what) => {
    const [focus, postMessage] = [vi.fn(), vi.fn()];
    const { scope, send } = start([{ url, focus, postMessage }]);
    const link = `${navigate}?highlight_comment=5`;
    const data = { navigate: link, page_url };
    await send('notificationclick', { notification: { close: () => {}, data } });
    expect(focus.mock.calls.length).toBe(what === 'focused' ? 1 : 0);
    expect(postMessage.mock.calls).toEqual(what === 'focused' ? [[{ navigate: link }]] : []);
    expect(scope.clients.openWindow.mock.calls).toEqual(what === 'focused' ? [] : [[link]]);
  });

  it('takes the page that shows it, if several are open at other parts', async () => {
    const [focus, other] = [vi.fn(), vi.fn()];
    const link = `${page_url}?highlight_comment=5`;
    const { send } = start([
      { url: page_url, focus: other, postMessage: other },
      { url: link, focus, postMessage: other },
    ]);
    const data = { navigate: link, page_url };
    await send('notificationclick', { notification: { close: () => {}, data } });
    expect([focus.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
  });

  it('sends a changed subscription to the server and ends the old one', async () => {
    const { fetch, send } = start();
    const oldSubscription = { endpoint: 'https://push.example/0', options: {} };
    await send('pushsubscriptionchange', { oldSubscription, newSubscription: null });
    expect(fetch.mock.calls).toEqual([
      [
        '/api/push/subscriptions',
        expect.objectContaining({ method: 'PUT', body: JSON.stringify({ endpoint, ...keys }) }),
      ],
      ['/api/push/subscriptions?endpoint=https%3A%2F%2Fpush.example%2F0', { method: 'DELETE' }],
    ]);
  });
});
