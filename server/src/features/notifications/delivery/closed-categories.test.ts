import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { nowMs, setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import type { QueuedEmail } from '#server/platform/email/enqueue-email.ts';
import { sendEmailJob } from '#server/platform/email/send-email.job.ts';
import { newId } from '#server/platform/ids.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { emailsTo } from '#testing/emails.ts';
import { subscribeBrowser } from '#testing/fakes/push-browsers.ts';
import { startPushService } from '#testing/fakes/push-service.ts';
import { runJob } from '#testing/jobs.ts';
import { newComment, newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { broadcastTo } from '#testing/samples/broadcasts.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { setPoints } from '#testing/samples/course-access.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { sendDueDigests } from '../digest/send-digests.job.ts';
import { deliverDue } from './deliver-notifications.job.ts';

const server = sharedServer({ runsJobs: false });
const level2: AccessRule = { kind: 'level', level: 2 };
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await server.db.deleteFrom('notification_deliveries').execute();
  setClockOffset(Date.parse('2027-01-05T12:00:00.000Z') - Date.now());
});
afterEach(() => setClockOffset(0));

/** A space with a category and three members: one keeps level 2, one loses it, and one is an admin. */
async function newCircle() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const [open, locked, admin] = [
    await newMember(server, space, 'Opal'),
    await newMember(server, space, 'Luca'),
    await newMember(server, space, 'Ada'),
  ];
  for (const person of [open, locked]) await setPoints(server, space, person, 20);
  await setRole(server, space.id, admin.user.id, 'admin');
  const category_id = await newCategory(server, owner, space, 'Circle');
  const general = await newCategory(server, owner, space, 'General');
  const category = { space_id: space.id, category_id };
  return {
    owner,
    space,
    open,
    locked,
    admin,
    category_id,
    /** A category that stays open to everyone. */
    general,
    /** Closes the category to the one without the level. */
    close: async () => {
      await setPoints(server, space, locked, 0);
      await owner.call('set_category_access', { ...category, match: 'all', rules: [level2] });
    },
    reopen: () => setPoints(server, space, locked, 20),
  };
}
const write = async (author: TestPerson, space: Space, category_id: string, fields: object = {}) => {
  const draft = { space_id: space.id, client_id: newId(), title: 'The secret starter', category_id };
  const { post } = await author.call('create_post', { ...draft, body: '<p>Feed it rye</p>', ...fields });
  return post;
};
const mention = ({ user }: TestPerson) => `<a data-mention="${user.id}">@${user.full_name}</a>`;
const listOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications;
const textsOf = async (person: TestPerson) =>
  (await listOf(person)).map(({ post_title, content_preview }) => [post_title, content_preview]);
const unread = async (person: TestPerson) =>
  (await person.call('get_unread_notification_count', {})).unread_count;
const deliver = (after: number) =>
  withFrozenTime(nowMs() + after, async () => {
    while (await deliverDue(server.running.platform, { policy: service.policy }));
  });

describe('A notification that came before the category of its post was closed', () => {
  it('stays in the list without title and text, and is counted, until the category opens', async () => {
    const { owner, space, open, locked, admin, category_id, general, close, reopen } = await newCircle();
    const body = `<p>Feed it rye ${[open, locked, admin].map(mention).join(' ')}</p>`;
    const post = await write(owner, space, category_id, { body });
    await write(owner, space, general, { title: 'Open to all', body: `<p>${mention(locked)}</p>` });
    const before = await textsOf(locked);
    expect(before.map(([title]) => title)).toEqual(['Open to all', 'The secret starter']);
    await close();
    const after = await textsOf(locked);
    expect(after).toEqual([before[0], [null, '']]);
    expect(await unread(locked)).toBe(2);
    for (const person of [open, admin]) expect((await textsOf(person))[0]?.[0]).toBe('The secret starter');
    // Changes of the entry are published as the list shows it.
    const entry = (await listOf(locked)).find(({ target_id }) => target_id === post.id);
    const notification_ids = [entry?.id ?? ''];
    await locked.call('mark_notifications_as_read', { notification_ids });
    await locked.call('mark_notifications_as_unread', { notification_ids });
    const [changed] = (await publishedEvents(server, `user:${locked.user.id}`, 'notification.changed')).slice(
      -1,
    );
    expect(changed?.notification).toEqual((await listOf(locked)).find(({ id }) => id === entry?.id));
    expect(changed?.notification.post_title).toBeNull();
    await reopen();
    expect(await textsOf(locked)).toEqual(before);
  });

  it('hides what is under the post, and the broadcast about it', async () => {
    const { owner, space, open, locked, category_id, close } = await newCircle();
    const post = await write(locked, space, category_id);
    await newComment(open, post.id);
    await owner.call('like_post', { post_id: post.id });
    const other = await write(owner, space, category_id, { title: 'Another one' });
    await broadcastTo(server, locked, owner, { space_id: space.id, post_id: other.id });
    const types = (await listOf(locked)).map(({ type }) => type).sort();
    expect(types).toEqual(['admin_announcement', 'comment_reply', 'post_like']);
    await close();
    expect(await textsOf(locked)).toEqual([
      [null, ''],
      [null, ''],
      [null, ''],
    ]);
    expect(await unread(locked)).toBe(3);
  });

  it('costs a list without such posts no statement, and a list of many at most three', async () => {
    const { owner, space, locked, category_id, close } = await newCircle();
    for (let n = 0; n < 6; n += 1)
      await write(owner, space, category_id, { body: `<p>${mention(locked)} ${n}</p>` });
    const count = async () => (await recordQueries(() => listOf(locked))).length;
    const before = await count();
    await close();
    expect(await count()).toBe(before + 3);
  });

  it('costs a list about ten spaces as many statements as one about one space', async () => {
    const person = await newPerson(server);
    const count = async () => (await recordQueries(() => listOf(person))).length;
    const counts: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const owner = await newPerson(server);
      const space = await newSpace(owner);
      await person.call('public_join_space', { space_id: space.id });
      const category_id = await newCategory(server, owner, space, 'Circle');
      await write(owner, space, category_id, { body: `<p>${mention(person)}</p>` });
      const category = { space_id: space.id, category_id };
      await owner.call('set_category_access', { ...category, match: 'all', rules: [level2] });
      counts.push(await count());
    }
    expect(new Set(counts)).toEqual(new Set([counts[0]]));
    expect((await textsOf(person)).flat().filter(Boolean)).toEqual([]);
  });

  it.each([
    ['immediate', 600_000],
    ['hourly', 2 * 3_600_000],
    ['daily', 25 * 3_600_000],
  ] as const)('is not sent by %s email or push anymore', async (frequency, wait) => {
    const { owner, space, open, locked, category_id, close } = await newCircle();
    const browsers = await Promise.all(
      [open, locked].map(async (person) => {
        await person.call('update_notification_preferences', { notifications_email_frequency: frequency });
        return await subscribeBrowser(server, service, person);
      }),
    );
    await write(owner, space, category_id, { body: `<p>${mention(open)} ${mention(locked)}</p>` });
    await close();
    await deliver(60_000);
    await deliver(wait);
    const bundlesTo = async (person: TestPerson) =>
      (await emailsTo(server, person.user.email)).filter(({ template }) => template === 'notification-bundle')
        .length;
    expect([await bundlesTo(open), await bundlesTo(locked)]).toEqual([1, 0]);
    expect(browsers.map(({ received }) => received.length)).toEqual([1, 0]);
  });
});

describe('A post of a closed category', () => {
  it('is not announced to those who cannot open it, nor to their followers among them', async () => {
    const { owner, space, open, locked, category_id, close } = await newCircle();
    await close();
    for (const person of [open, locked])
      await person.call('update_space_notification_preferences', { space_id: space.id, new_posts: true });
    await write(owner, space, category_id);
    await write(owner, space, category_id, { post_type: 'announcement', title: 'News' });
    await runJob(server, 'notify-followers');
    expect((await listOf(open)).map(({ type }) => type).sort()).toEqual(['admin_announcement', 'new_post']);
    expect(await listOf(locked)).toEqual([]);
    expect(await unread(locked)).toBe(0);
  });

  /** Lets all members have joined, and been active last, a week before the digest. */
  const joinBeforeDigest = async (spaceId: string) => {
    const joined_at = '2027-01-03T12:00:00.000Z';
    const joined = { joined_at, last_active_at: joined_at };
    await server.db.updateTable('space_members').set(joined).where('space_id', '=', spaceId).execute();
  };

  it('is missing in the digest of those who cannot open it', async () => {
    const { owner, space, open, locked, category_id, general, close } = await newCircle();
    await joinBeforeDigest(space.id);
    await write(owner, space, category_id);
    await write(owner, space, general, { title: 'Open to all' });
    await close();
    await withFrozenTime(Date.parse('2027-01-11T08:00:00.000Z'), () =>
      sendDueDigests(server.running.platform),
    );
    const digestOf = async (person: TestPerson) =>
      (await emailsTo(server, person.user.email)).find(({ template }) => template === 'space-digest')?.values
        .items;
    expect(await digestOf(open)).toContain('The secret starter');
    expect(await digestOf(locked)).toContain('Open to all');
    expect(await digestOf(locked)).not.toContain('The secret starter');
  });

  it.each(['closed', 'deleted'])(
    'is missing in a digest that waits to be sent while it is %s',
    async (how) => {
      const { owner, space, locked, category_id, general, close } = await newCircle();
      await joinBeforeDigest(space.id);
      const post = await write(owner, space, category_id);
      await write(owner, space, general, { title: 'Open to all' });
      const at = (time: string, work: () => Promise<unknown>) =>
        withFrozenTime(Date.parse(`2027-01-11T${time}:00.000Z`), work);
      const decide = () => sendDueDigests(server.running.platform);
      const send = async () => {
        const { rows } = await sql<{ data: QueuedEmail }>`
        select data from jobs.job where name = 'send-email' and data->>'to' = ${locked.user.email}
          and data->>'template' = 'space-digest' order by created_on desc limit 1`.execute(server.db);
        const id = newId();
        await sendEmailJob(server.running.platform).run({ ...rows[0]?.data, id } as QueuedEmail);
        const mail = server.db.selectFrom('local_mailbox').select('text').where('id', '=', id);
        return (await mail.executeTakeFirst())?.text;
      };
      await at('08:00', decide);
      expect(await at('08:01', send)).toContain('The secret starter');
      if (how === 'closed') await close();
      else await owner.call('delete_post', { post_id: post.id });
      expect(await at('08:02', send)).toBeUndefined();
      await at('08:15', decide);
      const sent = await at('08:16', send);
      expect(sent).toContain('Open to all');
      expect(sent).not.toContain('The secret starter');
    },
  );

  it('tells its author that it was removed, and why', async () => {
    const { owner, space, locked, category_id, close } = await newCircle();
    const browser = await subscribeBrowser(server, service, locked);
    const post = await write(locked, space, category_id);
    await close();
    await owner.call('remove_post', { post_id: post.id, reason: 'Please ask first' });
    expect(await listOf(locked)).toMatchObject([
      { type: 'content_removed', content_preview: 'Please ask first' },
    ]);
    await deliver(60_000);
    expect(browser.received).toHaveLength(1);
  });
});
