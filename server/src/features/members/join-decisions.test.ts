import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import type { QueuedMail } from '#server/platform/mail/enqueue-mail.ts';
import { renderMail } from '#server/platform/mail/render-mail.ts';
import { sendMailJob } from '#server/platform/mail/send-mail.job.ts';
import { listen } from '#testing/live.ts';
import { mailsTo } from '#testing/mail.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { withTestServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { buildMail } from '#tools/build-mail.ts';

const server = withTestServer();
let owner: TestPerson;
let admin: TestPerson;
let space: Space;

beforeAll(async () => {
  await buildMail();
  owner = await newPerson(server);
  space = await newSpace(owner, { is_private: true });
  admin = await newPersonBySql(server);
  await setRole(server, space.id, admin.user.id, 'admin');
});

const approved = 'Your request to join was approved';
const declined = "Your request to join wasn't approved";

const ask = async (person: TestPerson) => await person.call('request_to_join', { space_id: space.id });
async function newAsker(): Promise<TestPerson> {
  const person = await newPersonBySql(server, 'Ben');
  await ask(person);
  return person;
}
const decide = (by: TestPerson, person: TestPerson, how: 'approve' | 'decline') =>
  by.call(`${how}_join_request`, { space_id: space.id, user_id: person.user.id });
const listOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications;
const titlesOf = async (person: TestPerson) => (await listOf(person)).map(({ title }) => title);
const emailsOf = async (person: TestPerson) => await mailsTo(server, person.user.email);

/** Sends a queued email once more; whether it arrived. */
async function isSent(mail: Awaited<ReturnType<typeof emailsOf>>[number] | undefined): Promise<boolean> {
  const id = newId();
  await sendMailJob(server.running.platform).run({ ...mail, id } as QueuedMail);
  const arrived = await server.db
    .selectFrom('local_mailbox')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return arrived !== undefined;
}

describe('whoever asked to join is notified', () => {
  it('when approved: in the app, live, and by email, with a link into the space', async () => {
    const person = await newAsker();
    const listener = await listen(server.url, person);
    await listener.subscribe(`user:${person.user.id}`);
    await decide(owner, person, 'approve');
    const heard = await listener.heard('notification.changed');
    expect(heard.payload).toMatchObject({
      unread_count: 1,
      notification: {
        type: 'membership',
        title: approved,
        params: { outcome: 'approved' },
        target_type: 'space',
        target_id: space.id,
        // Who decided is not named.
        actor_id: null,
        actor: null,
        batch_key: null,
        space: { subdomain: space.subdomain },
      },
    });
    listener.close();
    const [email, ...more] = await emailsOf(person);
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      template: 'join-request-approved',
      values: {
        space_name: space.name,
        space_url: expect.stringMatching(new RegExp(`/${space.subdomain}/space$`)),
        mail_kind: `emails about your requests to join ${space.name}`,
      },
    });
    const rendered = await renderMail('join-request-approved', email?.values ?? {}, 'Hearth');
    expect(rendered.subject).toBe(`You're in: ${space.name}`);
    expect(rendered.text).toContain(email?.values.unsubscribe_url);
  });

  it('when declined, though they are no member, with a link to the about page', async () => {
    const person = await newAsker();
    await decide(admin, person, 'decline');
    expect(await listOf(person)).toMatchObject([
      { type: 'membership', title: declined, params: { outcome: 'declined' }, actor: null, read: false },
    ]);
    const { unread_count } = await person.call('get_unread_notification_count', {});
    expect(unread_count).toBe(1);
    const emails = await emailsOf(person);
    expect(emails).toMatchObject([
      {
        template: 'join-request-declined',
        values: { about_url: expect.stringMatching(new RegExp(`/${space.subdomain}/about$`)) },
      },
    ]);
    expect(await isSent(emails[0])).toBe(true);
    const rendered = await renderMail('join-request-declined', emails[0]?.values ?? {}, 'Hearth');
    expect(rendered.subject).toBe(`Your request to join ${space.name}`);
  });

  it('not when they withdraw, and of each request that they make again', async () => {
    const person = await newAsker();
    await person.call('cancel_join_request', { space_id: space.id });
    expect(await listOf(person)).toEqual([]);
    await ask(person);
    await decide(owner, person, 'decline');
    await ask(person);
    await decide(owner, person, 'approve');
    expect(await titlesOf(person)).toEqual([approved, declined]);
  });

  it('once, when two moderators decide at the same moment', async () => {
    const people = [await newAsker(), await newAsker(), await newAsker()];
    for (const person of people) {
      const results = await Promise.allSettled([
        decide(owner, person, 'approve'),
        decide(admin, person, 'decline'),
        decide(owner, person, 'decline'),
        decide(admin, person, 'approve'),
      ]);
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
      expect(refused).toEqual(Array(3).fill('join_request_not_found'));
      expect(await titlesOf(person)).toHaveLength(1);
      expect(await emailsOf(person)).toHaveLength(1);
    }
  });

  it('and loses the entry and the waiting email with the membership', async () => {
    const person = await newAsker();
    await decide(owner, person, 'approve');
    const [email] = await emailsOf(person);
    expect(await isSent(email)).toBe(true);
    await owner.call('remove_member', { space_id: space.id, user_id: person.user.id });
    expect(await listOf(person)).toEqual([]);
    expect(await isSent(email)).toBe(false);
  });

  it('unless they want nothing at all, and without email once they unsubscribed', async () => {
    const silent = await newAsker();
    await server.db
      .insertInto('notification_preferences')
      .values({ user_id: silent.user.id, push_enabled: false, email_enabled: false })
      .execute();
    await decide(owner, silent, 'decline');
    expect([await listOf(silent), await emailsOf(silent)]).toEqual([[], []]);

    const person = await newAsker();
    await decide(owner, person, 'decline');
    const [email] = await emailsOf(person);
    const path = new URL(email?.values.unsubscribe_url ?? '').pathname;
    await server.client().fetch(path, { method: 'POST' });
    await ask(person);
    await decide(owner, person, 'approve');
    expect(await titlesOf(person)).toEqual([approved, declined]);
    expect(await emailsOf(person)).toHaveLength(1);
    const inSpace = { space_id: space.id };
    const before = await person.call('get_effective_notification_preferences', inSpace);
    expect(before.refused_mails).toEqual(['membership']);
    const wish = { ...inSpace, email_enabled: true };
    const after = await person.call('update_space_notification_preferences', wish);
    expect(after.refused_mails).toEqual([]);
  });
});

it('only moderators decide, and whoever is none anymore at that moment does not', async () => {
  const person = await newAsker();
  const member = await newPersonBySql(server);
  await setRole(server, space.id, member.user.id, 'member');
  const outsider = await newPersonBySql(server);
  await expect(decide(member, person, 'approve')).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(decide(outsider, person, 'decline')).rejects.toMatchObject({ code: 'space_not_found' });
  expect(await listOf(person)).toEqual([]);
});
