import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { nowMs, setClockOffset } from '#server/platform/clock.ts';
import { sendEmailJob } from '#server/platform/email/send-email.job.ts';
import type { TestClient } from '#testing/client.ts';
import { subscribeBrowser } from '#testing/fakes/push-browsers.ts';
import { startPushService } from '#testing/fakes/push-service.ts';
import { newComment, newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { broadcastTo } from '#testing/samples/broadcasts.ts';
import { sharedServer } from '#testing/server.ts';
import { returnSnoozed } from '../snooze/return-snoozed.job.ts';
import { deliverDue } from './deliver-notifications.job.ts';

const server = sharedServer({ runsJobs: false });
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());
afterEach(() => setClockOffset(0));

const runs = 12;
/** How long runs are begun, in milliseconds. */
const maxRunTime = 120_000;
const minute = 60_000;
const hour = 60 * minute;
/** In Berlin, clocks go forward in the second night. */
const start = Date.parse('2027-03-26T15:00:00.000Z');
const zone = 'Europe/Berlin';
const quiet = { quiet_hours_start: '22:00', quiet_hours_end: '08:00' };
const hourThere = () =>
  Number(
    new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: zone, hourCycle: 'h23' }).format(nowMs()),
  );

const acts = [
  ...(['like', 'unlike', 'comment', 'delete comment', 'mention', 'broadcast'] as const),
  ...(['read one', 'read all', 'unread', 'read post', 'snooze', 'unsnooze', 'return'] as const),
  ...(['remove', 'undo', 'mute', 'unmute', 'quiet', 'loud'] as const),
  ...(['minute', 'hour', 'night'] as const),
  ...(['deliver', 'deliver', 'deliver', 'deliver', 'email', 'email', 'email'] as const),
] as const;
type Act = (typeof acts)[number];
type Channel = 'push' | 'email';
const total: Record<Channel, number> = { push: 0, email: 0 };

/** Someone with two devices, and what happens to them. Each step checks what was sent, and what both devices show. */
async function newScene() {
  setClockOffset(start - Date.now());
  const [owner] = [await newPerson(server, 'Olive')];
  const space = await newSpace(owner);
  const reader = await newMember(server, space, 'Mia');
  const second = server.client();
  await second.call('sign_in', { email: reader.user.email, password: reader.password });
  await reader.call('update_time_zone', { time_zone: zone, mode: 'fixed' });
  const of = { space_id: space.id };
  const prefer = (changes: object) =>
    reader.call('update_space_notification_preferences', { ...of, ...changes });
  await prefer({ notifications_email_frequency: 'immediate', ...quiet });
  const post = await newPost(reader, space, { title: 'Rye' });
  const browser = await subscribeBrowser(server, service, reader);
  const comments: string[] = [];
  const removed: string[] = [];
  const snoozed: string[] = [];
  const sent: Record<Channel, Map<string, number>> = { push: new Map(), email: new Map() };
  /** How often each entry became unread because something happened. */
  const news = new Map<string, number>();
  const done = new Set<string>();
  let known = new Map<string, Notification>();
  let clock = 0;
  let isMuted = false;
  let isQuiet = false;

  const listOf = async (device: Pick<TestClient, 'call'>) =>
    new Map(
      (await device.call('get_notifications_with_actors', {})).notifications.map((entry) => [
        entry.id,
        entry,
      ]),
    );
  const look = async (isNews: boolean) => {
    const now = await listOf(reader);
    for (const [id, { read }] of now)
      if (isNews && !read && known.get(id)?.read !== false) news.set(id, (news.get(id) ?? 0) + 1);
    known = now;
    const unread = [...now.values()].filter(({ read }) => !read).length;
    for (const device of [reader, second]) {
      expect(await device.call('get_unread_notification_count', {})).toMatchObject({ unread_count: unread });
      const { spaces } = await device.call('list_unread_spaces');
      expect(spaces).toEqual(unread > 0 ? [{ space_id: space.id, unread_count: unread }] : []);
    }
    expect(await listOf(second)).toEqual(now);
  };
  const isQuietNow = () => isQuiet && (hourThere() >= 22 || hourThere() < 8);
  const note = (channel: Channel, id: string) => {
    const count = (sent[channel].get(id) ?? 0) + 1;
    sent[channel].set(id, count);
    total[channel] += 1;
    expect({ channel, read: known.get(id)?.read, isMuted, isQuiet: isQuietNow() }).toEqual({
      channel,
      read: false,
      isMuted: false,
      isQuiet: false,
    });
    expect(count).toBeLessThanOrEqual(news.get(id) ?? 0);
  };
  const deliver = async () => {
    const before = browser.received.length;
    while (await deliverDue(server.running.platform, { policy: service.policy }));
    for (const { payload } of browser.received.slice(before)) {
      const { notification } = payload as {
        notification: { data: { notification_id: string }; app_badge: string };
      };
      note('push', notification.data.notification_id);
      expect(notification.app_badge).toBe(String([...known.values()].filter(({ read }) => !read).length));
    }
  };
  const countEmails = async () =>
    (await sql`select from local_mailbox where recipient = ${reader.user.email}`.execute(server.db)).rows
      .length;
  const sendEmails = async () => {
    const { rows } = await sql<{
      id: string;
      data: { template: string; only_if: { about: { bundle_id: string } } };
    }>`
      select id, data from jobs.job where name = 'send-email' and data->>'to' = ${reader.user.email}
        and data->>'template' = 'notification-bundle' order by created_on`.execute(server.db);
    for (const { id, data } of rows.filter((row) => !done.has(row.id))) {
      done.add(id);
      const bundle = await server.db
        .selectFrom('notification_deliveries')
        .select('entry_id')
        .where('bundle_id', '=', data.only_if.about.bundle_id)
        .execute();
      const before = await countEmails();
      await sendEmailJob(server.running.platform).run(data as never);
      if ((await countEmails()) > before) for (const { entry_id } of bundle) note('email', String(entry_id));
    }
  };
  const wait = (milliseconds: number) => {
    clock += milliseconds;
    setClockOffset(start - Date.now() + clock);
  };
  const broadcast = () => broadcastTo(server, reader, owner, { ...of, post_id: post.id });
  const pick = (n: number) => [...known.keys()][n % Math.max(1, known.size)];
  const steps: Record<Act, (n: number, device: Pick<TestClient, 'call'>) => unknown> = {
    like: () => owner.call('like_post', { post_id: post.id }),
    unlike: () => owner.call('unlike_post', { post_id: post.id }),
    comment: async () => comments.push((await newComment(owner, post.id)).id),
    'delete comment': () => {
      const comment_id = comments.pop();
      return comment_id && owner.call('delete_comment', { comment_id });
    },
    mention: () => newComment(owner, post.id, `<p><span data-mention="${reader.user.id}">@Mia</span></p>`),
    broadcast,
    'read one': (n, device) => {
      const id = pick(n);
      return id && device.call('mark_notifications_as_read', { notification_ids: [id] });
    },
    'read all': (_, device) => device.call('mark_all_notifications_as_read'),
    // Nothing is sent of it again: that isn't news.
    unread: (n, device) => {
      const id = pick(n);
      return id && device.call('mark_notifications_as_unread', { notification_ids: [id] });
    },
    'read post': (_, device) =>
      device.call('mark_notifications_of_post_as_read', {
        post_id: post.id,
        seen_ids: [post.id, ...comments].slice(0, 200),
      }),
    snooze: async (n, device) => {
      const notification_id = pick(n);
      if (!notification_id) return;
      await device.call('snooze_notification', { notification_id, duration: '1_hour' });
      snoozed.push(notification_id);
    },
    unsnooze: (_, device) => {
      const notification_id = snoozed.pop();
      return notification_id && device.call('unsnooze_notification', { notification_id });
    },
    return: () => returnSnoozed(server.running.platform),
    remove: async (n, device) => {
      const notification_id = pick(n);
      if (!notification_id) return;
      await device.call('delete_notification', { notification_id });
      removed.push(notification_id);
    },
    undo: (_, device) => {
      const notification_id = removed.pop();
      return notification_id && device.call('restore_notification', { notification_id });
    },
    mute: async () => {
      await reader.call('mute_space', { ...of, duration: 'always' });
      isMuted = true;
    },
    unmute: async () => {
      await reader.call('unmute_space', of);
      isMuted = false;
    },
    quiet: async () => {
      await prefer({ quiet_hours_enabled: true });
      isQuiet = true;
    },
    loud: async () => {
      await prefer({ quiet_hours_enabled: false });
      isQuiet = false;
    },
    minute: () => wait(minute),
    hour: () => wait(hour),
    night: () => wait(7 * hour),
    deliver: (n) => {
      if (n % 4 > 0) wait(3 * minute);
      return deliver();
    },
    email: async (n) => {
      // Otherwise what was decided before is sent now, and may have been read since.
      if (n % 2 === 0) {
        wait(3 * minute);
        await deliver();
      }
      await sendEmails();
    },
  };
  const isNewsOf = (act: Act) => ['like', 'comment', 'mention', 'broadcast', 'return'].includes(act);
  return {
    sent,
    isKnown: (id: string) => known.has(id),
    async step(act: Act, n = 0) {
      await steps[act](n, n % 2 === 0 ? reader : second);
      await look(isNewsOf(act));
    },
  };
}

it('Whatever happens on two devices, nothing is sent after it was read, while muted or quiet, or twice, and counts are those of the list', async () => {
  const step = fc.record({ act: fc.constantFrom(...acts), n: fc.nat(7) });
  // A busy machine manages fewer runs.
  const until = performance.now() + maxRunTime;
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 18, maxLength: 36 }), async (all) => {
      if (performance.now() > until) return;
      made += 1;
      const scene = await newScene();
      for (const { act, n } of all) await scene.step(act, n);
      // Nothing is lost either: what is new now is sent once by each channel.
      for (const act of ['unmute', 'loud', 'read all', 'mention', 'minute', 'hour'] as const)
        await scene.step(act);
      const before = [...scene.sent.push.values(), ...scene.sent.email.values()].reduce(
        (sum, n) => sum + n,
        0,
      );
      for (const act of ['deliver', 'email', 'deliver', 'email'] as const) await scene.step(act);
      const after = [...scene.sent.push.values(), ...scene.sent.email.values()].reduce(
        (sum, n) => sum + n,
        0,
      );
      expect(after - before).toBe(2);
    }),
    { seed: 20261122, numRuns: runs, endOnFailure: true },
  );
  // Also before the end of each run.
  expect(total.push).toBeGreaterThan(made);
  expect(total.email).toBeGreaterThan(made);
}, 240_000);
