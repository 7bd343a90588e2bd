import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PreferenceChanges } from '#contract/features/notifications/preferences.ts';
import { nowIso, nowMs, setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { sendEmailJob } from '#server/platform/email/send-email.job.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo } from '#testing/emails.ts';
import { failingJobs } from '#testing/fakes/failing-jobs.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { sampleNotification } from '#testing/samples/sample-notification.ts';
import { sharedServer } from '#testing/server.ts';
import { notify } from '../notify.ts';
import { deliverDue } from './deliver-notifications.job.ts';
import { backOff, deleteDeliveries, listDecisions, markSent, postpone } from './deliveries.queries.ts';
import { enqueueBundle } from './send-bundle.ts';

const server = sharedServer({ runsJobs: false });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
beforeEach(async () => void (await server.db.deleteFrom('notification_deliveries').execute()));
afterEach(() => setClockOffset(0));

/** The author of a post, and someone who comments on it. */
async function newThread(changes: PreferenceChanges = { notifications_email_frequency: 'immediate' }) {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const author = await newMember(server, space, 'Mia');
  const of = { space_id: space.id };
  await author.call('update_space_notification_preferences', { ...of, ...changes });
  const post = await newPost(author, space, { title: 'Proofing in winter' });
  const comment = () => newComment(owner, post.id);
  return { owner, space, of, author, post, comment };
}
/** Decides about everything that is due after a time. */
async function deliver(after = 3 * minute) {
  await withFrozenTime(nowMs() + after, async () => {
    while (await deliverDue(server.running.platform));
  });
}
const bundlesTo = async (person: TestPerson) =>
  (await emailsTo(server, person.user.email)).filter(({ template }) => template === 'notification-bundle');
const sentencesTo = async (person: TestPerson) =>
  (await bundlesTo(person)).map(({ values }) =>
    values.items?.split('\u241e').map((item) => item.split('\u241f')[0]),
  );
const idsOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications.map(({ id }) => id);
/** Runs the job of each queued email to a person. Returns the subjects of those that are sent. */
async function sendEmails(person: TestPerson): Promise<string[]> {
  const { rows } = await sql<{ data: never }>`
    select data from jobs.job where name = 'send-email' and data->>'to' = ${person.user.email}
    order by created_on`.execute(server.db);
  const job = sendEmailJob(server.running.platform);
  await withFrozenTime(nowMs() + 3 * minute, async () => {
    for (const { data } of rows) await job.run(data);
  });
  const sent = await server.db
    .selectFrom('local_mailbox')
    .select('subject')
    .where('recipient', '=', person.user.email)
    .orderBy('created_at')
    .execute();
  return sent.map(({ subject }) => subject);
}

describe('Emails with notifications', () => {
  it('are not sent with what was read and marked as unread again, before or after they were queued', async () => {
    for (const isQueued of [true, false]) {
      const { author, comment } = await newThread();
      await comment();
      if (isQueued) await deliver();
      const notification_ids = await idsOf(author);
      await author.call('mark_notifications_as_read', { notification_ids });
      await author.call('mark_notifications_as_unread', { notification_ids });
      if (!isQueued) await deliver();
      expect(await sendEmails(author)).toEqual([]);
    }
  });

  it('have the unread ones of a space, in sentences with links, once', async () => {
    const { author, owner, post, space, comment } = await newThread();
    await comment();
    await owner.call('like_post', { post_id: post.id });
    await deliver();
    await deliver();
    expect(await sentencesTo(author)).toEqual([
      ['Olive Tester liked Proofing in winter', 'Olive Tester commented on Proofing in winter'],
    ]);
    const [email] = await bundlesTo(author);
    expect(email?.values).toMatchObject({
      headline: `2 notifications from ${space.name}`,
      title: `What's new in ${space.name}`,
      list_label: 'Open notifications',
      list_url: expect.stringMatching(/\/notifs$/),
      more: '',
    });
    expect(email?.values.items).toContain(`/${space.subdomain}/space/${post.id}?highlight=${post.id}`);
    const subjects = await sendEmails(author);
    expect(subjects).toEqual([`2 notifications from ${space.name}`]);
  });

  it('have the latest fifteen of a space, latest first, and say how many more there are', async () => {
    const { author, space, owner } = await newThread();
    const start = nowMs();
    const texts = Array.from({ length: 17 }, (_, n) => `Text ${n}`);
    for (const [n, text] of texts.entries()) {
      const notifications = [{ ...sampleNotification('mention', author.user.id), text }];
      const at = new Date(start + n).toISOString();
      await server.db
        .transaction()
        .execute((tx) => notify(tx, { space_id: space.id, actor_id: owner.user.id, at, notifications }));
    }
    await deliver();
    const [email] = await bundlesTo(author);
    expect(email?.values.headline).toBe(`17 notifications from ${space.name}`);
    const details = email?.values.items?.split('\u241e').map((item) => item.split('\u241f')[1]);
    expect(details).toEqual(texts.slice(2).reverse());
    expect(await sendEmails(author)).toHaveLength(1);
    const { text } = await server.db
      .selectFrom('local_mailbox')
      .select('text')
      .where('recipient', '=', author.user.email)
      .executeTakeFirstOrThrow();
    expect(text).toContain('And 2 more');
    expect(text).toContain(`Don't want emails about notifications from ${space.name}?`);
  });

  it('are not sent with what was closed to their reader after they were queued', async () => {
    const { owner, space, of, author } = await newThread();
    await author.call('update_space_notification_preferences', { ...of, new_courses: true });
    const course = await newCourse(owner, space);
    await newPage(owner, course);
    const sample = sampleNotification('new_course', author.user.id);
    const notifications = [{ ...sample, target: { kind: 'course', id: course.id } } as typeof sample];
    await server.db
      .transaction()
      .execute((tx) => notify(tx, { space_id: space.id, actor_id: owner.user.id, notifications }));
    await deliver();
    expect(await bundlesTo(author)).toHaveLength(1);
    await owner.call('update_course', { course_id: course.id, is_published: false });
    expect(await sendEmails(author)).toEqual([]);
  });

  it('are not queued if nothing of it is left by then', async () => {
    const { author, space } = await newThread();
    const gone = {
      entry_id: newId(),
      user_id: author.user.id,
      channel: 'email',
      queued_at: nowIso(),
    } as const;
    const about = { target_type: null, target_id: null, post_id: null };
    const decision = {
      ...gone,
      ...about,
      space_id: space.id,
      is_for_readers: true,
      is_wanted: true,
      hold_until: null,
      pushed_to: [],
    };
    await server.db.transaction().execute((tx) => enqueueBundle(tx, server.running.platform, [decision]));
    expect(await bundlesTo(author)).toEqual([]);
  });

  it('are not sent before their time', async () => {
    const { author, comment } = await newThread();
    await comment();
    await deliver(minute);
    expect(await bundlesTo(author)).toEqual([]);
    await deliver(2 * minute + 1_000);
    expect(await bundlesTo(author)).toHaveLength(1);
  });

  it('keep their time when something is merged into an unread entry, whose row is not written again', async () => {
    const { author, comment } = await newThread();
    const rows = async () =>
      await sql<{ xmax: string }>`select due_at, xmin::text, xmax::text from notification_deliveries
        where user_id = ${author.user.id}::uuid`.execute(server.db);
    await comment();
    const before = await rows();
    expect(before.rows).toMatchObject([{ xmax: '0' }]);
    await withFrozenTime(nowMs() + minute, comment);
    expect(await idsOf(author)).toHaveLength(1);
    expect(await rows()).toEqual(before);
    await author.call('mark_all_notifications_as_read', {});
    await comment();
    expect(await rows()).not.toEqual(before);
  });

  it.each([
    ['hourly', hour],
    ['daily', day],
  ] as const)('that are sent %s collect what comes until then', async (frequency, longest) => {
    const { author, comment, owner, post } = await newThread({ notifications_email_frequency: frequency });
    await comment();
    await deliver(0);
    expect(await bundlesTo(author)).toEqual([]);
    await owner.call('like_post', { post_id: post.id });
    await deliver(longest);
    expect((await sentencesTo(author)).flat()).toHaveLength(2);
  });

  it('do not contain what was read, in whichever way', async () => {
    const { author, comment } = await newThread();
    await comment();
    await author.call('mark_notifications_as_read', { notification_ids: await idsOf(author) });
    await deliver();
    expect(await bundlesTo(author)).toEqual([]);
    await comment();
    await author.call('mark_all_notifications_as_read', {});
    await deliver();
    expect(await bundlesTo(author)).toEqual([]);
  });

  it.each([
    [
      'read',
      (author: TestPerson, id: string) =>
        author.call('mark_notifications_as_read', { notification_ids: [id] }),
    ],
    [
      'removed',
      (author: TestPerson, id: string) => author.call('delete_notification', { notification_id: id }),
    ],
  ])(
    'are dropped if something in them is %s before they are sent, and sent without it',
    async (_what, change) => {
      const { author, comment, owner, post } = await newThread();
      await comment();
      await owner.call('like_post', { post_id: post.id });
      await deliver();
      const [like = ''] = await idsOf(author);
      await change(author, like);
      expect(await sendEmails(author)).toEqual([]);
      await deliver();
      expect((await sentencesTo(author)).at(-1)).toEqual(['Olive Tester commented on Proofing in winter']);
      // The first email is tried again after a crash: it isn't sent either.
      expect(await sendEmails(author)).toEqual(['Olive Tester commented on Proofing in winter']);
    },
  );

  it.each([
    [
      'removed',
      async ({ author }: Awaited<ReturnType<typeof newThread>>, id: string) => {
        await author.call('delete_notification', { notification_id: id });
      },
    ],
    [
      'of a deleted post',
      async ({ author, post }: Awaited<ReturnType<typeof newThread>>) => {
        await author.call('delete_post', { post_id: post.id });
      },
    ],
    [
      'of a left space',
      async ({ author, of }: Awaited<ReturnType<typeof newThread>>) => {
        await author.call('leave_space', of);
      },
    ],
    [
      'of a muted space',
      async ({ author, of }: Awaited<ReturnType<typeof newThread>>) => {
        await author.call('mute_space', { ...of, duration: 'always' });
      },
    ],
    [
      'of a muted post',
      async ({ author, post }: Awaited<ReturnType<typeof newThread>>) => {
        await author.call('mute_post', { post_id: post.id, duration: 'always' });
      },
    ],
    [
      'of a type that was turned off',
      async ({ author, of }: Awaited<ReturnType<typeof newThread>>) => {
        await author.call('update_space_notification_preferences', { ...of, comments: false });
      },
    ],
    [
      'for someone who turned off email',
      async ({ author, of }: Awaited<ReturnType<typeof newThread>>) => {
        await author.call('update_space_notification_preferences', { ...of, email_enabled: false });
      },
    ],
    [
      'for someone who wants none',
      async ({ author, of }: Awaited<ReturnType<typeof newThread>>) => {
        await author.call('update_space_notification_preferences', {
          ...of,
          notifications_email_frequency: 'never',
        });
      },
    ],
  ])('do not contain what is %s, before and after they are queued', async (_what, change) => {
    for (const isQueued of [false, true]) {
      const thread = await newThread();
      await thread.comment();
      const [id = ''] = await idsOf(thread.author);
      if (isQueued) await deliver();
      await change(thread, id);
      await deliver();
      expect(await sendEmails(thread.author)).toEqual([]);
    }
  });

  it('are sent once for something that is merged while it is unread, and again after it was read', async () => {
    const { author, comment } = await newThread();
    await comment();
    await deliver();
    await comment();
    await deliver();
    expect(await bundlesTo(author)).toHaveLength(1);
    await author.call('mark_all_notifications_as_read', {});
    await comment();
    await deliver();
    expect(await bundlesTo(author)).toHaveLength(2);
  });

  it('are sent once by processes that work at the same time', async () => {
    const { author, comment } = await newThread();
    await comment();
    await withFrozenTime(nowMs() + 3 * minute, async () => {
      await Promise.all([1, 2, 3, 4].map(() => deliverDue(server.running.platform)));
    });
    expect(await bundlesTo(author)).toHaveLength(1);
  });

  it('are sent by another process if the first one ends with its work', async () => {
    const { author, comment } = await newThread();
    await comment();
    const until = new Date(nowMs() + 10 * minute).toISOString();
    await server.db.updateTable('notification_deliveries').set({ claimed_until: until }).execute();
    await deliver();
    expect(await bundlesTo(author)).toEqual([]);
    await deliver(11 * minute);
    expect(await bundlesTo(author)).toHaveLength(1);
  });

  it('are sent to others if one fails, which is tried after a minute, two minutes and so on', async () => {
    const threads = [await newThread(), await newThread(), await newThread()];
    for (const { comment } of threads) await comment();
    const failing = new Set(threads.slice(0, 2).map(({ author }) => author.user.email));
    const { platform } = server.running;
    const jobs = failingJobs(platform.jobs, failing);
    const start = nowMs() + 3 * minute;
    const sendAt = (minutes: number) =>
      withFrozenTime(start + minutes * minute, () => deliverDue({ ...platform, jobs: jobs.queue }));
    const counts = () => Promise.all(threads.map(async ({ author }) => (await bundlesTo(author)).length));
    await sendAt(0);
    expect([await counts(), jobs.failures()]).toEqual([[0, 0, 1], 2]);
    const attempts: number[] = [];
    for (const at of [0.9, 1, 2.9, 3, 6.9, 7]) {
      await sendAt(at);
      attempts.push(jobs.failures());
    }
    expect(attempts).toEqual([2, 4, 4, 6, 6, 8]);
    failing.clear();
    await sendAt(15);
    expect(await counts()).toEqual([1, 1, 1]);
  });

  it('are sent of what was queued again while the earlier one was dropped or postponed', async () => {
    const { author, comment } = await newThread();
    await comment();
    const [id = ''] = await idsOf(author);
    const deliveries = [{ entry_id: id, user_id: author.user.id, channel: 'email' } as const];
    const decisions = await listDecisions(server.db, deliveries, { confirmed_only: false });
    expect(decisions).toHaveLength(1);
    const again = new Date(nowMs() + minute).toISOString();
    await server.db
      .updateTable('notification_deliveries')
      .set({ queued_at: again, due_at: again, claimed_until: again })
      .where('notification_id', '=', id)
      .execute();
    const due = () =>
      server.db
        .selectFrom('notification_deliveries')
        .select(['due_at', 'failures', 'sent_at'])
        .where('notification_id', '=', id)
        .execute();
    await markSent(server.db, decisions);
    await postpone(server.db, decisions, new Date(nowMs() + day).toISOString());
    await backOff(server.db, decisions);
    await deleteDeliveries(server.db, decisions);
    expect(await due()).toEqual([{ due_at: again, failures: 0, sent_at: null }]);
  });

  it('are for confirmed addresses only, if so asked, and for active members', async () => {
    const { author, of, comment } = await newThread();
    await comment();
    const user_id = author.user.id;
    const [entry_id = ''] = await idsOf(author);
    const delivery = { entry_id, user_id, channel: 'email' } as const;
    const isWanted = async (confirmed_only: boolean) =>
      (await listDecisions(server.db, [delivery], { confirmed_only }))[0]?.is_wanted;
    expect([await isWanted(false), await isWanted(true)]).toEqual([true, false]);
    await server.db.updateTable('users').set({ email_verified: true }).where('id', '=', user_id).execute();
    expect(await isWanted(true)).toBe(true);
    await server.db
      .updateTable('space_members')
      .set({ status: 'inactive' })
      .where('space_id', '=', of.space_id)
      .where('user_id', '=', user_id)
      .execute();
    expect(await isWanted(false)).toBe(false);
  });

  it('have the types that no email of their own is sent for', async () => {
    const { author, space, owner } = await newThread();
    const notifications = (['mention', 'event_reminder', 'membership'] as const).map((type) =>
      sampleNotification(type, author.user.id),
    );
    for (const notification of notifications)
      await server.db
        .transaction()
        .execute((tx) =>
          notify(tx, { space_id: space.id, actor_id: owner.user.id, notifications: [notification] }),
        );
    await deliver();
    expect(await sentencesTo(author)).toEqual([['Olive Tester mentioned you in a post']]);
  });

  it('follow a changed frequency at once', async () => {
    const { author, of, comment } = await newThread({ notifications_email_frequency: 'daily' });
    await comment();
    await author.call('update_space_notification_preferences', {
      ...of,
      notifications_email_frequency: 'immediate',
    });
    await deliver();
    expect(await bundlesTo(author)).toHaveLength(1);
  });

  it('can be unsubscribed from with one click, which the preferences show and undo', async () => {
    const { author, of, comment } = await newThread();
    await comment();
    await deliver();
    const [email] = await bundlesTo(author);
    const path = new URL(email?.values.unsubscribe_url ?? '').pathname;
    const page = await server.client().fetch(path);
    expect(await page.text()).toContain('emails about notifications from');
    const frequency = async () =>
      (await author.call('get_effective_notification_preferences', of)).preferences
        .notifications_email_frequency;
    expect(await frequency()).toBe('immediate');
    await server.client().fetch(path, { method: 'POST' });
    expect(await frequency()).toBe('never');
    await author.call('mark_all_notifications_as_read', {});
    await comment();
    await deliver();
    expect(await bundlesTo(author)).toHaveLength(1);
    await author.call('update_space_notification_preferences', {
      ...of,
      notifications_email_frequency: 'hourly',
    });
    expect(await frequency()).toBe('hourly');
  });
});

describe('Quiet hours', () => {
  const quiet = (start: string, end: string, zone: string, at: string) =>
    sql<{ until: string | null }>`
      select quiet_until(${start}::time, ${end}::time, ${zone}, ${at}::timestamptz) as until`
      .execute(server.db)
      .then(({ rows }) => rows[0]?.until ?? null);

  it.each([
    // A span within a day.
    ['13:00', '15:00', 'UTC', '2026-11-21T12:59:59.999Z', null],
    ['13:00', '15:00', 'UTC', '2026-11-21T13:00:00.000Z', '2026-11-21T15:00:00.000Z'],
    ['13:00', '15:00', 'UTC', '2026-11-21T15:00:00.000Z', null],
    // Over midnight, before and after it.
    ['22:00', '08:00', 'Europe/Lisbon', '2026-11-21T23:30:00.000Z', '2026-11-22T08:00:00.000Z'],
    ['22:00', '08:00', 'Europe/Lisbon', '2026-11-22T07:59:00.000Z', '2026-11-22T08:00:00.000Z'],
    ['22:00', '08:00', 'Europe/Lisbon', '2026-11-22T08:00:00.000Z', null],
    // On the clock of the person.
    ['22:00', '08:00', 'Asia/Tokyo', '2026-11-21T13:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    ['22:00', '08:00', 'America/New_York', '2026-11-21T13:00:00.000Z', null],
    // The night in which the clocks go forward is shorter, that in which they go back is longer.
    ['22:00', '08:00', 'Europe/Berlin', '2026-03-28T22:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['22:00', '08:00', 'Europe/Berlin', '2026-10-24T21:00:00.000Z', '2026-10-25T07:00:00.000Z'],
    // They end in the hour that is skipped.
    ['22:00', '02:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z'],
    ['22:00', '02:30', 'Europe/Berlin', '2026-03-29T01:10:00.000Z', '2026-03-29T01:30:00.000Z'],
    ['22:00', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', null],
    // They start in it.
    ['02:30', '08:00', 'Europe/Berlin', '2026-03-29T01:29:00.000Z', null],
    ['02:30', '08:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29T06:00:00.000Z'],
    // They end in the hour that comes twice: once, at its second time.
    ['22:00', '02:30', 'Europe/Berlin', '2026-10-25T00:00:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['22:00', '02:30', 'Europe/Berlin', '2026-10-25T00:40:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['22:00', '02:30', 'Europe/Berlin', '2026-10-25T01:30:00.000Z', null],
    // They start in it.
    ['02:30', '08:00', 'Europe/Berlin', '2026-10-25T00:40:00.000Z', null],
    ['02:30', '08:00', 'Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25T07:00:00.000Z'],
    // The same start and end are no quiet hours.
    ['08:00', '08:00', 'UTC', '2026-11-21T08:00:00.000Z', null],
  ])('from %s to %s in %s, it is %s: until %s', async (start, end, zone, at, until) => {
    expect(await quiet(start, end, zone, at)).toBe(until);
  });

  it('hold emails until they end, and drop what is read meanwhile', async () => {
    const at = Date.parse('2027-01-10T12:00:00.000Z');
    setClockOffset(at - Date.now());
    const { author, comment } = await newThread({
      notifications_email_frequency: 'immediate',
      quiet_hours_enabled: true,
      quiet_hours_start: '11:00',
      quiet_hours_end: '14:30',
    });
    await comment();
    await deliver();
    const { due_at, claimed_until } = await server.db
      .selectFrom('notification_deliveries')
      .select(['due_at', 'claimed_until'])
      .where('user_id', '=', author.user.id)
      .where('channel', '=', 'email')
      .executeTakeFirstOrThrow();
    expect([due_at, claimed_until]).toEqual(['2027-01-10T14:30:00.000Z', null]);
    await deliver(2 * hour);
    expect(await bundlesTo(author)).toEqual([]);
    await deliver(2.6 * hour);
    expect(await bundlesTo(author)).toHaveLength(1);
    await author.call('mark_all_notifications_as_read', {});
    await comment();
    await deliver();
    await author.call('mark_all_notifications_as_read', {});
    await deliver(3 * hour);
    expect(await bundlesTo(author)).toHaveLength(1);
  });

  it('hold an email that was already queued', async () => {
    const at = Date.parse('2027-01-10T12:00:00.000Z');
    setClockOffset(at - Date.now());
    const { author, of, comment } = await newThread();
    await comment();
    await deliver();
    await author.call('update_space_notification_preferences', {
      ...of,
      quiet_hours_enabled: true,
      quiet_hours_start: '11:00',
      quiet_hours_end: '14:30',
    });
    expect(await sendEmails(author)).toEqual([]);
    await deliver(3 * hour);
    setClockOffset(at + 3 * hour - Date.now());
    expect(await sendEmails(author)).toHaveLength(1);
  });
});
