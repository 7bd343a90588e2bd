import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPayload } from '#server/features/notifications/push/push-message.ts';
import { startPushService } from '#testing/fakes/push-service.ts';
import { findWholeChromium } from '../tools/find-chromium.ts';
import { People } from './people.ts';
import { RealServer } from './server.ts';
import { type Browser, type BrowserContext, chromium, expect, type Page, test, type Worker } from './test.ts';

// Push notifications in the browser that shows them: the worker of the product gets messages as from a push service.

const executablePath = findWholeChromium();
let browser: Browser;

test.beforeAll(async () => {
  test.skip(executablePath === null, 'Needs a whole Chromium: its headless shell shows no notifications.');
  // Playwright's own headless mode is for the shell.
  const args = ['--no-sandbox', '--disable-gpu', '--headless=new'];
  browser = await chromium.launch({ executablePath: executablePath ?? '', headless: false, args });
});
test.afterAll(() => browser?.close());

interface Entry {
  id: string;
  read: boolean;
}

/** Someone whose browser shows push notifications, and who was notified of a comment and a like. */
async function newReader(baseURL: string | undefined, isMobile: boolean) {
  test.skip(isMobile, 'The worker is the same on phones.');
  const address = baseURL ?? '';
  const people = new People(browser, address);
  const { owner, member, space, write } = await people.scene('Push');
  const post = await write('Rye');
  await member.send(`/api/posts/${post.id}/like`, {}, 'PUT');
  const comment = { client_id: crypto.randomUUID(), body: '<p>How long?</p>' };
  await member.send(`/api/posts/${post.id}/comments`, comment);
  // The owner was notified; their browser is the one of this test.
  await owner.context.grantPermissions(['notifications'], { origin: address });
  await owner.page.goto(`/${space.subdomain}/space`);
  const worker = await startWorker(owner.context, owner.page);
  const list = async () =>
    (await owner.send<{ notifications: Entry[] }>('/api/notifications', undefined, 'GET')).notifications;
  const { deliver, close } = await connect(owner.context, owner.page, address);
  return {
    address,
    people,
    owner,
    space,
    post,
    worker,
    list,
    /** Delivers the message that the server sends of an entry. */
    push: async ({ id }: Entry, fields: { url?: string; page_url?: string; unread_count?: number } = {}) =>
      deliver(
        toPayload({
          title: 'Push',
          body: `About ${id}`,
          url: `${address}/${space.subdomain}/post/${post.slug}`,
          page_url: null,
          tag: id.replaceAll('-', ''),
          locale: 'en-US',
          unread_count: 2,
          notification_id: id,
          urgency: 'normal',
          ttl: 60,
          ...fields,
        }),
      ),
    close: async () => {
      await close();
      await people.close();
    },
  };
}

async function startWorker(context: BrowserContext, page: Page): Promise<Worker> {
  const started = context.waitForEvent('serviceworker');
  // A string, because browser code isn't type-checked here. Not awaited there: the call of a page in which a worker starts may
  // never return.
  await page.evaluate(`void navigator.serviceWorker.register('/push-worker.js')`);
  const worker = await started;
  await expect.poll(() => worker.evaluate<string>('self.serviceWorker.state')).toBe('activated');
  return worker;
}

/** Returns a function that delivers a message to the worker of a page, as the browser's push service does. */
async function connect(context: BrowserContext, page: Page, origin: string) {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(
        ({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(origin),
      );
      if (found) resolve(found.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    deliver: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    close: () => session.detach(),
  };
}

/** What the browser shows. */
const shownBy = (worker: Worker) =>
  worker.evaluate<{ title: string; body: string; tag: string }[]>(
    `self.registration.getNotifications().then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`,
  );
const tagsOf = async (worker: Worker) => (await shownBy(worker)).map(({ tag }) => tag).sort();
/** Delivers a message until it has an effect: the browser drops one now and then, as delivering is best effort. */
const deliver = async <T>(push: () => Promise<unknown>, effect: () => Promise<T>, expected: T) => {
  const seen = async () => {
    await push();
    return await effect();
  };
  await expect.poll(seen).toEqual(expected);
};
const tagOf = ({ id }: Entry) => id.replaceAll('-', '');

test('A push notification is shown, replaced by a newer one of the same entry, and closed when it is read anywhere', async ({
  baseURL,
  isMobile,
}) => {
  const { address, owner, people, worker, list, push, close } = await newReader(baseURL, isMobile);
  const [first, second] = (await list()) as [Entry, Entry];
  const shown = () => tagsOf(worker);
  await push(first);
  const only = { title: 'Push', body: `About ${first.id}`, tag: tagOf(first) };
  await deliver(
    () => push(first),
    () => shownBy(worker),
    [only],
  );
  await deliver(() => push(second), shown, [tagOf(first), tagOf(second)].sort());

  // Read on another device while no page is open here: the next message closes it.
  await owner.page.goto('about:blank');
  const other = await people.device(owner);
  const read = (ids: string[]) =>
    other.request.put('/api/notifications/read', {
      data: { notification_ids: ids },
      headers: { origin: address },
    });
  expect((await read([first.id])).ok()).toBe(true);
  await deliver(() => push(second), shown, [tagOf(second)]);
  // A message that comes late, of what has been read: nothing of it stays.
  await push(first);
  await expect.poll(shown).toEqual([tagOf(second)]);
  await close();
});

test('Pressing a push notification opens its page, or focuses the one that is open, and marks it as read', async ({
  baseURL,
  isMobile,
}) => {
  const { address, owner, worker, list, push, space, post, close } = await newReader(baseURL, isMobile);
  const [entry, other] = (await list()) as [Entry, Entry];
  const elsewhere = `${address}/${space.subdomain}/post/${post.slug}`;
  const here = `${address}/${space.subdomain}/space`;
  // Only a press of its user may open windows, which no test can do: the worker notes what it would open.
  await worker.evaluate(`{
    self.noted = [];
    self.clients.openWindow = async (url) => void self.noted.push('open ' + url);
    WindowClient.prototype.focus = async function () { self.noted.push('focus ' + this.url); return this; };
  }`);
  const press = (tag: string) =>
    worker.evaluate(`self.registration.getNotifications({ tag: '${tag}' }).then(([notification]) =>
      void self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
  const noted = () => worker.evaluate<string[]>('self.noted');
  const shown = () => tagsOf(worker);
  await deliver(() => push(entry, { url: elsewhere }), shown, [tagOf(entry)]);
  await press(tagOf(entry));
  await expect.poll(noted).toEqual([`open ${elsewhere}`]);
  await expect.poll(async () => (await list()).find(({ id }) => id === entry.id)?.read).toBe(true);
  await deliver(() => push(other, { url: here }), shown, [tagOf(other)]);
  await press(tagOf(other));
  await expect.poll(noted).toEqual([`open ${elsewhere}`, `focus ${here}`]);
  await expect.poll(shown).toEqual([]);

  // The post is open at its comments: the same page shows the post, by the link of the notification.
  const { page } = owner;
  const seen = page.waitForResponse('**/api/notifications/read-of-post');
  // From then on, the page hears what was pressed.
  const connected = page.waitForEvent('websocket');
  await page.goto(`${elsewhere}?highlight_comment=${crypto.randomUUID()}`);
  await connected;
  await expect(page.getByRole('button', { name: /^Notifications/ }).first()).toBeVisible();
  const open = page.url();
  // What has been read isn't shown for long, and the page reads everything about its post once.
  await seen;
  await owner.send('/api/notifications/unread', { notification_ids: [entry.id] }, 'PUT');
  const url = `${address}/${space.subdomain}/space/${post.id}?highlight=${post.id}`;
  await deliver(() => push(entry, { url, page_url: elsewhere }), shown, [tagOf(entry)]);
  await press(tagOf(entry));
  await expect.poll(noted).toEqual([`open ${elsewhere}`, `focus ${here}`, `focus ${open}`]);
  await expect(page).toHaveURL(`${elsewhere}?highlight=${post.id}`);
  await close();
});

test('The number on the icon of the installed app is that of the bell', async ({ baseURL, isMobile }) => {
  const { owner, worker, list, push, close } = await newReader(baseURL, isMobile);
  const note = `navigator.setAppBadge = async (count) => void (globalThis.badge = count)`;
  await worker.evaluate(note);
  await owner.page.addInitScript(note);
  await owner.page.reload();
  const bell = owner.page.getByRole('button', { name: 'Notifications, 2 unread' });
  await expect(bell.or(owner.page.getByRole('button', { name: /^Notifications/ })).first()).toBeVisible();
  const [entry] = (await list()) as [Entry];
  // The message was sent before something was read: its number is outdated.
  await owner.send('/api/notifications/read', { notification_ids: [entry.id] }, 'PUT');
  const { unread_count } = await owner.send<{ unread_count: number }>(
    '/api/notifications/unread-count',
    undefined,
    'GET',
  );
  const badge = () => worker.evaluate<number>('globalThis.badge');
  await deliver(() => push(entry, { unread_count: 2 }), badge, unread_count);
  await expect.poll(() => owner.page.evaluate('globalThis.badge')).toBe(unread_count);
  await close();
});

test('A subscription that the browser has changed is sent to the server, and the old one ends', async ({
  baseURL,
  isMobile,
}) => {
  const { owner, worker, close } = await newReader(baseURL, isMobile);
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
  const [old, renewed] = ['old', 'new'].map((name) => `https://push.example/${name}-${crypto.randomUUID()}`);
  await owner.send('/api/push/subscriptions', { endpoint: old, ...keys }, 'PUT');
  await worker.evaluate(`{
    self.noted = [];
    const send = self.fetch;
    self.fetch = async (path, init) => {
      const response = await send(path, init);
      self.noted.push([init.method, path, response.status]);
      return response;
    };
    const event = new ExtendableEvent('pushsubscriptionchange');
    const toJSON = () => (${JSON.stringify({ endpoint: renewed, keys })});
    Object.assign(event, { oldSubscription: { endpoint: '${old}' }, newSubscription: { toJSON } });
    self.dispatchEvent(event);
  }`);
  await expect
    .poll(() => worker.evaluate('self.noted'))
    .toEqual([
      ['PUT', '/api/push/subscriptions', 200],
      ['DELETE', `/api/push/subscriptions?${new URLSearchParams({ endpoint: old ?? '' })}`, 200],
    ]);
  await close();
});

test('Each space can be installed as an app of its own, signed out too', async ({ baseURL, isMobile }) => {
  test.skip(isMobile, 'The manifest is the same on phones.');
  const people = new People(browser, baseURL ?? '');
  const { space } = await people.scene('Installed');
  // Nothing can be installed from the private windows of the other tests.
  const profile = mkdtempSync(join(tmpdir(), 'hearth-e2e-profile-'));
  const args = ['--no-sandbox', '--disable-gpu', '--headless=new'];
  const options = { executablePath: executablePath ?? '', headless: false, args, baseURL: baseURL ?? '' };
  const context = await chromium.launchPersistentContext(profile, options);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const errorsAt = async (path: string) => {
      await page.goto(path);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      return installabilityErrors.map(({ errorId }) => errorId);
    };
    expect(await errorsAt('/discover')).toEqual(['no-manifest']);
    expect(await errorsAt(`/${space.subdomain}/about`)).toEqual([]);
    const { errors, data = '' } = await session.send('Page.getAppManifest');
    expect([errors, JSON.parse(data).name]).toEqual([[], 'Installed']);
    const { appId } = await session.send('Page.getAppId');
    expect(new URL(appId ?? '').pathname).toBe(`/${space.subdomain}/space`);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
    await people.close();
  }
});

/**
 * Replaces what only Google's push service can give a browser: the subscription. It has a real key pair, whose private half the test
 * keeps. Everything else is the browser's own: permission, worker, storage.
 */
const replaceSubscribe = (endpoint: string, keys: { p256dh: string; auth: string }) => `{
  const key = 'subscribed with';
  const toKey = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const subscription = {
    endpoint: ${JSON.stringify(endpoint)},
    toJSON: () => (${JSON.stringify({ endpoint, keys })}),
    unsubscribe: async () => { localStorage.removeItem(key); return true; },
  };
  PushManager.prototype.subscribe = async function ({ userVisibleOnly, applicationServerKey }) {
    if (Notification.permission !== 'granted' || !userVisibleOnly) throw new DOMException('Registration failed', 'NotAllowedError');
    localStorage.setItem(key, toKey(applicationServerKey));
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(key) ? subscription : null);
}`;

test('The switch in the settings subscribes this browser, which then shows a test and what happens, until it is turned off', async ({
  isMobile,
}) => {
  test.skip(isMobile, 'The settings are the same on phones.');
  test.setTimeout(180_000);
  const service = await startPushService();
  const network = new URL('push/local-push-service.ts', import.meta.url).pathname;
  const server = await RealServer.open(async () => ({
    HEARTH_E2E_PUSH_PORT: new URL(service.url).port,
    NODE_OPTIONS: `--import=${network}`,
    RATE_LIMITS: 'off',
  }));
  const people = new People(browser, server.url);
  try {
    const device = service.newBrowser();
    const { endpoint: local, ...keys } = device.subscription;
    const endpoint = local.replace(service.url, 'https://push.test');
    const { owner, member, space, write } = await people.scene('Push');
    const post = await write('Rye');
    await owner.context.grantPermissions(['notifications'], { origin: server.url });
    await owner.context.addInitScript(replaceSubscribe(endpoint, keys));
    const { page } = owner;
    await page.goto('/settings/notifications');
    const field = page.getByRole('switch', { name: 'Push notifications on this device' });
    await expect(field).not.toBeChecked();
    const started = owner.context.waitForEvent('serviceworker');
    await field.click();
    // The switch changes at once; the button is there when it has worked.
    const sendTest = page.getByRole('button', { name: 'Send a test' });
    await expect(sendTest).toBeVisible();
    await expect(field).toBeChecked();
    const worker = await started;
    const { public_key } = await owner.send<{ public_key: string }>('/api/push/key', undefined, 'GET');
    expect(await page.evaluate(`localStorage.getItem('subscribed with')`)).toBe(public_key);

    // What the server sends is decrypted with the key of the browser, and handed to its worker.
    const { deliver, close } = await connect(owner.context, page, server.url);
    const showMessage = async (sent: number, shown: Record<string, unknown>) => {
      // Sent by a job, which a busy machine starts late.
      await expect.poll(() => device.received.length, { timeout: 45_000 }).toBe(sent);
      const message = device.received[sent - 1];
      expect(message).toMatchObject({ serverKey: public_key, identity: { aud: 'https://push.test' } });
      // Again if the browser drops it.
      await expect
        .poll(async () => {
          await deliver(JSON.stringify(message?.payload));
          return await shownBy(worker);
        })
        .toContainEqual(expect.objectContaining(shown));
    };
    await sendTest.click();
    await expect(page.locator('.toast').getByText('Test sent')).toBeVisible();
    await showMessage(1, { tag: 'test' });
    const body = '<p>How long?</p>';
    await member.send(`/api/posts/${post.id}/comments`, { client_id: crypto.randomUUID(), body });
    await showMessage(2, { title: 'Push', body: expect.stringContaining('How long?') });
    await expect
      .poll(() => device.received[1]?.payload.notification)
      .toMatchObject({
        data: { page_url: expect.stringContaining(`/${space.subdomain}/post/${post.slug}`) },
      });

    await page.reload();
    await expect(field).toBeChecked();
    await field.click();
    await expect(sendTest).toBeHidden();
    await page.reload();
    await expect(field).not.toBeChecked();
    // The server knows nothing of it anymore.
    const test = await owner.send<{ sent: boolean }>('/api/push/test', { endpoint });
    expect(test.sent).toBe(false);
    expect(device.received).toHaveLength(2);
    await close();
  } finally {
    await people.close();
    await server.close();
    await service.stop();
  }
});

test('A reply that came while no page was open is followed by an offer of push notifications', async ({
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile, 'The offer is the same on phones.');
  const people = new People(browser, baseURL ?? '');
  const { owner, member, space, write } = await people.scene('Push');
  const post = await write('Rye');
  const { page } = owner;
  await page.goto(`/${space.subdomain}/space`);
  const look = () => page.evaluate<string | null>(`localStorage.getItem('hearth.push-looked')`);
  await expect.poll(look).not.toBeNull();
  // Half an hour passes until they come back.
  await page.evaluate(`{
    const look = JSON.parse(localStorage.getItem('hearth.push-looked'));
    localStorage.setItem('hearth.push-looked', JSON.stringify({ ...look, at: look.at - 30 * 60_000 }));
  }`);
  await page.goto('about:blank');
  await member.send(`/api/posts/${post.id}/comments`, {
    client_id: crypto.randomUUID(),
    body: '<p>How long?</p>',
  });
  await page.goto(`/${space.subdomain}/post/${post.slug}`);
  await expect(page.getByText('Someone replied to your post')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await people.close();
});
