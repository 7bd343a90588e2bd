import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declarationOf, notificationTypeNames } from '#contract/features/notifications/notification-types.ts';
import { nowMs, setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { subscribeBrowser } from '#testing/fakes/push-browsers.ts';
import { type PushBrowser, startPushService } from '#testing/fakes/push-service.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sampleNotification } from '#testing/samples/sample-notification.ts';
import { sharedServer } from '#testing/server.ts';
import { deliverDue, deliverNotificationsJob } from '../delivery/deliver-notifications.job.ts';
import { notify } from '../notify.ts';
import { recordFailure, recordPush } from './push.queries.ts';
import { pushPolicy, pushTo } from './push-message.ts';
import { toVapidKeys } from './vapid-keys.ts';

const server = sharedServer({ runsJobs: false });
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.state.status = 201;
  service.state.requests = 0;
  service.state.failing = null;
  service.state.onRequest = null;
  await server.db.deleteFrom('notification_deliveries').execute();
});
afterEach(() => setClockOffset(0));

const subscribe = (person: TestPerson) => subscribeBrowser(server, service, person);
async function newThread() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const author = await newMember(server, space, 'Mia');
  const post = await newPost(author, space, { title: 'Proofing in winter' });
  const browser = await subscribe(author);
  const comment = () => newComment(owner, post.id);
  return { owner, space, of: { space_id: space.id }, author, post, browser, comment };
}
const deliver = (after = 11_000) =>
  withFrozenTime(nowMs() + after, async () => {
    while (await deliverDue(server.running.platform, { policy: service.policy }));
  });
const later = (start: number, hours: number) => new Date(start + hours * 3_600_000).toISOString();
const subscriptionsOf = async (person: TestPerson) =>
  await server.db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'is_active'])
    .where('user_id', '=', person.user.id)
    .execute();

describe('A push notification', () => {
  it('says what happened and where, in the declarative form, encrypted for the browser', async () => {
    const { author, post, space, browser, comment } = await newThread();
    await comment();
    await deliver();
    const [entry] = (await author.call('get_notifications_with_actors', {})).notifications;
    expect(browser.received).toHaveLength(1);
    const [push] = browser.received;
    expect(push?.payload).toMatchObject({
      web_push: 8030,
      notification: {
        title: space.name,
        body: expect.stringMatching(/^Olive Tester commented on Proofing in winter\n/),
        navigate: expect.stringMatching(/^http.*\?highlight_comment=/),
        lang: 'en-US',
        tag: entry?.id.replaceAll('-', ''),
        app_badge: '1',
        data: {
          notification_id: entry?.id,
          page_url: expect.stringMatching(new RegExp(`^http.*/${space.subdomain}/post/${post.slug}$`)),
        },
      },
      app_badge: 1,
    });
    const { urgency, ttl } = declarationOf('comment_reply').push ?? {};
    expect(push).toMatchObject({ urgency, ttl, topic: entry?.id.replaceAll('-', '') });
    const { platform } = server.running;
    expect(push?.serverKey).toBe(toVapidKeys(platform.secret).public_key);
    expect(await author.call('get_push_key', {})).toEqual({ public_key: push?.serverKey });
    expect(push?.identity).toMatchObject({
      aud: service.url,
      sub: expect.stringMatching(/^(mailto|https):/),
    });
  });

  it('goes to each browser of a person once, and to nobody else', async () => {
    const { author, owner, browser, comment } = await newThread();
    const second = await subscribe(author);
    const other = await subscribe(owner);
    await comment();
    await deliver();
    await deliver();
    expect([browser, second, other].map(({ received }) => received.length)).toEqual([1, 1, 0]);
  });

  it.each(['read', 'read-all', 'removed', 'muted', 'turned off', 'quiet'])(
    'is not sent of what is %s',
    async (change) => {
      setClockOffset(Date.parse('2027-01-10T12:00:00.000Z') - Date.now());
      const { author, of, browser, comment } = await newThread();
      await comment();
      const [entry] = (await author.call('get_notifications_with_actors', {})).notifications;
      const id = entry?.id ?? '';
      if (change === 'read') await author.call('mark_notifications_as_read', { notification_ids: [id] });
      if (change === 'read-all') await author.call('mark_all_notifications_as_read', {});
      if (change === 'removed') await author.call('delete_notification', { notification_id: id });
      if (change === 'muted') await author.call('mute_space', { ...of, duration: '1_hour' });
      if (change === 'turned off')
        await author.call('update_space_notification_preferences', { ...of, push_enabled: false });
      const quiet = { quiet_hours_enabled: true, quiet_hours_start: '11:00', quiet_hours_end: '12:30' };
      if (change === 'quiet') await author.call('update_space_notification_preferences', { ...of, ...quiet });
      await deliver();
      expect(browser.received).toEqual([]);
      await deliver(31 * 60_000);
      expect(browser.received).toHaveLength(change === 'quiet' ? 1 : 0);
    },
  );

  it('that a browser still shows is known to be read, removed or snoozed', async () => {
    const { author, owner, post, comment } = await newThread();
    await comment();
    await owner.call('like_post', { post_id: post.id });
    const ids = (await author.call('get_notifications_with_actors', {})).notifications.map(({ id }) => id);
    const shown_ids = [...ids, newId()];
    const ask = (person: TestPerson) => person.call('list_unread_of_shown', { shown_ids });
    const unread = async () => (await ask(author)).unread_ids.toSorted();
    expect(await unread()).toEqual(ids.toSorted());
    expect((await ask(author)).unread_count).toBe(2);
    expect(await ask(owner)).toMatchObject({ unread_ids: [] });
    const [first = '', second = ''] = ids;
    await author.call('mark_notifications_as_read', { notification_ids: [first] });
    expect(await unread()).toEqual([second]);
    await author.call('mark_notifications_as_unread', { notification_ids: [first] });
    await author.call('snooze_notification', { notification_id: first, duration: '1_hour' });
    expect(await unread()).toEqual([second]);
    await author.call('delete_notification', { notification_id: second });
    expect(await ask(author)).toEqual({ unread_ids: [], unread_count: 0 });
  });

  it('of new messages is known to be read once the conversation was', async () => {
    const { author, owner } = await newThread();
    const { conversation } = await owner.call('get_or_create_conversation', { user_id: author.user.id });
    const { id: conversation_id } = conversation;
    const { message } = await owner.call('send_message', {
      conversation_id,
      client_id: newId(),
      content: 'Hi',
    });
    const unread = async () =>
      (await author.call('list_unread_of_shown', { shown_ids: [conversation_id] })).unread_ids;
    expect(await unread()).toEqual([conversation_id]);
    await author.call('mark_conversation_as_read', { conversation_id, seq: message.seq });
    expect(await unread()).toEqual([]);
  });

  it('is decided again at once if the process stops before it is sent', async () => {
    const { comment, browser } = await newThread();
    await comment();
    setClockOffset(11_000);
    const { platform } = server.running;
    const stopping = AbortSignal.abort();
    expect(await deliverDue(platform, { policy: service.policy, stopping })).toBe(false);
    await deliverNotificationsJob(platform).run({}, stopping);
    const waiting = await server.db
      .selectFrom('notification_deliveries')
      .select(['claimed_until', 'sent_at'])
      .where('channel', '=', 'push')
      .execute();
    expect([browser.received, waiting]).toEqual([[], [{ claimed_until: null, sent_at: null }]]);
    await deliver(1_000);
    expect(browser.received).toHaveLength(1);
  });

  it('waits for the next batch if push services have taken too long for this one', async () => {
    const { author, comment } = await newThread();
    for (let n = 0; n < 9; n += 1) await subscribe(author);
    const other = await newThread();
    await comment();
    await other.comment();
    setClockOffset(11_000);
    const { platform } = server.running;
    // Ten pushes run at the same time. When they end, the time of the batch is over.
    service.state.onRequest = () => setClockOffset(50_000);
    await deliverDue(platform, { policy: service.policy });
    service.state.onRequest = null;
    expect(service.state.requests).toBe(10);
    await deliver(1_000);
    expect(service.state.requests).toBe(11);
  });

  it.each(['read', 'quiet'])('that slow push services held up is not sent once it is %s', async (change) => {
    setClockOffset(Date.parse('2027-01-10T12:00:00.000Z') - Date.now());
    const threads = [await newThread(), await newThread()];
    // In this order, they are pushed.
    threads.sort((one, two) => one.author.user.id.localeCompare(two.author.user.id));
    const [first, other] = threads as [(typeof threads)[0], (typeof threads)[0]];
    for (let n = 0; n < 9; n += 1) await subscribe(first.author);
    for (const { comment } of threads) await comment();
    setClockOffset(nowMs() + 11_000 - Date.now());
    const changeMind = async () => {
      setClockOffset(nowMs() + 20_000 - Date.now());
      if (change === 'read') await other.author.call('mark_all_notifications_as_read', {});
      else
        await other.author.call('update_space_notification_preferences', {
          ...other.of,
          quiet_hours_enabled: true,
          quiet_hours_start: '11:00',
          quiet_hours_end: '14:30',
        });
    };
    // Ten pushes run at the same time, and none ends before the other person has done that.
    let meanwhile: Promise<void> | null = null;
    service.state.onRequest = () => {
      meanwhile ??= changeMind();
      return meanwhile;
    };
    await deliverDue(server.running.platform, { policy: service.policy });
    expect([service.state.requests, other.browser.received]).toEqual([10, []]);
    await deliver(3 * 3_600_000);
    expect(other.browser.received).toHaveLength(change === 'read' ? 0 : 1);
  });

  it('has a time after which it is too late', async () => {
    const { author, owner, space, browser } = await newThread();
    const reminder = sampleNotification('event_reminder', author.user.id);
    await server.db
      .transaction()
      .execute((tx) =>
        notify(tx, { space_id: space.id, actor_id: owner.user.id, notifications: [reminder] }),
      );
    await deliver(2 * 3_600_000);
    expect(browser.received).toEqual([]);
  });

  it.each(notificationTypeNames)('of type %s fits into the header of the push service', (type) => {
    const { push } = declarationOf(type);
    if (push) expect([push.ttl > 0, ['low', 'normal', 'high'].includes(push.urgency)]).toEqual([true, true]);
  });
});

describe('A subscription', () => {
  it.each([404, 410])('is deleted when the push service responds with %d', async (status) => {
    const { author, comment } = await newThread();
    service.state.status = status;
    await comment();
    await deliver();
    expect(await subscriptionsOf(author)).toEqual([]);
  });

  it.each([400, 403])('gets no more after the push service has refused it with %d', async (status) => {
    const { author, comment, browser } = await newThread();
    service.state.status = status;
    await comment();
    await deliver();
    expect(await subscriptionsOf(author)).toMatchObject([{ is_active: false }]);
    service.state.status = 201;
    await author.call('mark_all_notifications_as_read', {});
    await comment();
    await deliver();
    expect(browser.received).toEqual([]);
  });

  it.each([429, 503])(
    'is tried again after a minute when the push service responds with %d',
    async (status) => {
      const { browser, comment } = await newThread();
      service.state.status = status;
      await comment();
      await deliver();
      service.state.status = 201;
      await deliver(20_000);
      expect(browser.received).toEqual([]);
      await deliver(90_000);
      expect(browser.received).toHaveLength(1);
    },
  );

  it('is asked less and less often while its push service fails, and not at all after a day', async () => {
    const { author, comment } = await newThread();
    service.state.status = 503;
    await comment();
    const start = nowMs() + 11_000;
    const requests: number[] = [];
    for (const minutes of [0, 0.9, 1, 2.9, 3, 7, 15, 31, 63, 122, 123]) {
      await withFrozenTime(start + minutes * 60_000, () =>
        deliverDue(server.running.platform, { policy: service.policy }),
      );
      requests.push(service.state.requests);
    }
    expect(requests).toEqual([1, 1, 2, 2, 3, 4, 5, 6, 7, 7, 8]);
    expect(await subscriptionsOf(author)).toMatchObject([{ is_active: true }]);
    await server.db
      .updateTable('notification_deliveries')
      .set({ queued_at: later(start, 24) })
      .execute();
    await deliver(24.1 * 3_600_000);
    expect(await subscriptionsOf(author)).toMatchObject([{ is_active: false }]);
  });

  it('of which several messages fail at the same time has failed once', async () => {
    const { author } = await newThread();
    const second = await subscribe(author);
    const rows = await server.db
      .selectFrom('push_subscriptions')
      .select(['id', 'endpoint'])
      .where('user_id', '=', author.user.id)
      .execute();
    const [failing, other] = rows.toSorted((one) => (one.endpoint === second.subscription.endpoint ? 1 : -1));
    if (!failing || !other) throw new Error('no subscriptions');
    const minuteFrom = (start: number) => new Date(start + 60_000).toISOString();
    const start = nowMs();
    const [first, again] = await withFrozenTime(start, async () => [
      await recordFailure(server.db, failing.id),
      await recordFailure(server.db, failing.id),
    ]);
    expect([first, again]).toEqual([minuteFrom(start), minuteFrom(start)]);
    // The other browser of the same person hasn't failed.
    expect(await withFrozenTime(start + 1_000, () => recordFailure(server.db, other.id))).toBe(
      minuteFrom(start + 1_000),
    );
    await recordPush(server.db, failing.id, false);
    expect(await recordFailure(server.db, failing.id)).toBeNull();
  });

  it('gets nothing again because another one of its user has failed', async () => {
    const { author, browser, comment } = await newThread();
    const second = await subscribe(author);
    service.state.failing = second;
    await comment();
    await deliver();
    service.state.failing = null;
    await deliver(90_000);
    expect([browser, second].map(({ received }) => received.length)).toEqual([1, 1]);
  });

  it('ends with its session, and when its user ends it', async () => {
    const { author } = await newThread();
    const [own] = await subscriptionsOf(author);
    const stranger = await newPerson(server);
    const https = `https://push.example/${newId()}`;
    await server.db
      .updateTable('push_subscriptions')
      .set({ endpoint: https })
      .where('endpoint', '=', own?.endpoint ?? '')
      .execute();
    await stranger.call('unsubscribe_push', { endpoint: https });
    expect(await subscriptionsOf(author)).toHaveLength(1);
    await author.call('unsubscribe_push', { endpoint: https });
    expect(await subscriptionsOf(author)).toEqual([]);
    await subscribe(author);
    await author.call('sign_out', {});
    expect(await subscriptionsOf(author)).toEqual([]);
  });

  it('is renewed by the same browser, and moves with it to another account', async () => {
    const one = await newPerson(server);
    const two = await newPerson(server);
    const { p256dh, auth } = service.newBrowser().subscription;
    const subscription = { endpoint: `https://push.example/${newId()}`, p256dh, auth };
    await one.call('subscribe_push', subscription);
    await server.db.updateTable('push_subscriptions').set({ is_active: false }).execute();
    await one.call('subscribe_push', subscription);
    expect(await subscriptionsOf(one)).toEqual([{ endpoint: subscription.endpoint, is_active: true }]);
    await two.call('subscribe_push', subscription);
    expect([await subscriptionsOf(one), (await subscriptionsOf(two)).length]).toEqual([[], 1]);
  });

  it('is not given to another account that knows its address only', async () => {
    const [one, two] = [await newPerson(server), await newPerson(server)];
    const endpoint = `https://push.example/${newId()}`;
    const { p256dh, auth } = service.newBrowser().subscription;
    const other = service.newBrowser().subscription;
    await one.call('subscribe_push', { endpoint, p256dh, auth });
    for (const keys of [
      { p256dh: other.p256dh, auth: other.auth },
      { p256dh, auth: other.auth },
      { p256dh: other.p256dh, auth },
    ])
      await expect(two.call('subscribe_push', { endpoint, ...keys })).rejects.toMatchObject({
        code: 'push_subscription_taken',
        status: 409,
      });
    expect([await subscriptionsOf(one), await subscriptionsOf(two)]).toEqual([
      [{ endpoint, is_active: true }],
      [],
    ]);
    await one.call('subscribe_push', { endpoint, p256dh: other.p256dh, auth: other.auth });
    expect(await subscriptionsOf(one)).toHaveLength(1);
  });

  it('is one of at most ten of a person', async () => {
    const person = await newPerson(server);
    const { p256dh, auth } = service.newBrowser().subscription;
    for (let n = 0; n < 12; n += 1)
      await person.call('subscribe_push', { endpoint: `https://push.example/many/${n}`, p256dh, auth });
    const endpoints = (await subscriptionsOf(person)).map(({ endpoint }) => endpoint);
    expect(endpoints).toHaveLength(10);
    expect(endpoints).toContain('https://push.example/many/11');
  });

  it('is kept when it is renewed by a person with ten newer ones', async () => {
    const person = await newPerson(server);
    const { p256dh, auth } = service.newBrowser().subscription;
    const subscribeTo = (name: string) =>
      person.call('subscribe_push', { endpoint: `https://push.example/renewed/${name}`, p256dh, auth });
    await subscribeTo('first');
    const other = await newPerson(server);
    await other.call('subscribe_push', { endpoint: 'https://push.example/renewed/moved', p256dh, auth });
    for (let n = 0; n < 9; n += 1) await subscribeTo(`${n}`);
    await subscribeTo('first');
    await subscribeTo('moved');
    const endpoints = (await subscriptionsOf(person)).map(({ endpoint }) => endpoint.split('/').at(-1));
    expect(endpoints).toHaveLength(10);
    expect(endpoints).toEqual(expect.arrayContaining(['first', 'moved']));
  });

  it.each([
    { endpoint: 'http://push.example/1' },
    { endpoint: 'ftp://push.example/1' },
    { p256dh: 'B'.repeat(20) },
    { auth: 'not base64!' },
  ])('is refused with %j', async (change) => {
    const person = await newPerson(server);
    const { p256dh, auth } = service.newBrowser().subscription;
    const valid = { endpoint: 'https://push.example/1', p256dh, auth };
    await expect(person.call('subscribe_push', { ...valid, ...change })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('The server', () => {
  const content = {
    title: 'Bread',
    body: 'x'.repeat(10_000),
    url: 'https://hearth.example/',
    page_url: null,
    tag: 'test',
    locale: 'en-US',
    unread_count: 1,
    notification_id: null,
    urgency: 'high',
    ttl: 60,
  } as const;
  const of = (subscription: PushBrowser['subscription']) => ({ id: newId(), ...subscription });

  it('cuts long texts, so that push services take them', async () => {
    const browser = service.newBrowser();
    const result = await pushTo(server.running.platform, of(browser.subscription), content, service.policy);
    expect(result).toBe('sent');
    expect(JSON.stringify(browser.received[0]?.payload).length).toBeLessThan(3_000);
  });

  it.each([
    'https://127.0.0.1/push',
    'https://10.0.0.1/push',
    'https://[::1]/push',
    'https://169.254.169.254/latest',
    'http://push.example/1',
    'https://user:secret@push.example/1',
    'https://push.example:8443/1',
  ])('never connects to %s', async (endpoint) => {
    const { subscription } = service.newBrowser();
    const named = { ...of(subscription), endpoint };
    const policy = { ...pushPolicy, resolve: async () => [{ address: '93.184.215.14', family: 4 }] };
    expect(await pushTo(server.running.platform, named, content, policy)).toBe('refused');
  });

  it('has one key pair for each secret', () => {
    const secret = newId();
    const [one, same, other] = [secret, secret, newId()].map(toVapidKeys);
    expect(one).toEqual(same);
    expect(one?.public_key).not.toBe(other?.public_key);
    expect(Buffer.from(one?.public_key ?? '', 'base64url')).toHaveLength(65);
  });

  it('sends a test to a browser of the person who asks', async () => {
    const { author, owner } = await newThread();
    const endpoint = `https://push.example/${newId()}`;
    expect(await owner.call('send_test_push', { endpoint })).toEqual({ sent: false });
    expect(await subscriptionsOf(author)).toHaveLength(1);
  });
});
