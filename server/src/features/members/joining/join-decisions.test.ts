import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { QueuedEmail } from '#server/platform/email/enqueue-email.ts';
import { renderEmail } from '#server/platform/email/render-email.ts';
import { sendEmailJob } from '#server/platform/email/send-email.job.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo } from '#testing/emails.ts';
import { listen } from '#testing/live.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { joinRequestApprovedEmail } from './join-request-approved.email.ts';
import { joinRequestDeclinedEmail } from './join-request-declined.email.ts';

const server = sharedServer();
let owner: TestPerson;
let admin: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner, { is_private: true });
  admin = await newPersonBySql(server);
  await setRole(server, space.id, admin.user.id, 'admin');
});

const ask = async (person: TestPerson) => await person.call('request_to_join', { space_id: space.id });
async function newRequester(): Promise<TestPerson> {
  const person = await newPersonBySql(server, 'Ben');
  await ask(person);
  return person;
}
const decide = (by: TestPerson, person: TestPerson, how: 'approve' | 'decline') =>
  by.call(`${how}_join_request`, { space_id: space.id, user_id: person.user.id });
const listOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications;
const outcomesOf = async (person: TestPerson) =>
  (await listOf(person)).map((entry) => entry.type === 'membership' && entry.params.outcome);
const emailsOf = async (person: TestPerson) => await emailsTo(server, person.user.email);

/** Runs the send job once more. Returns whether the email arrived. */
async function isSent(message: Awaited<ReturnType<typeof emailsOf>>[number] | undefined): Promise<boolean> {
  const id = newId();
  await sendEmailJob(server.running.platform).run({ ...message, id } as QueuedEmail);
  const arrived = await server.db
    .selectFrom('local_mailbox')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return arrived !== undefined;
}

describe('Notification of a join decision', () => {
  it('is sent on approval in the app, live and by email, with a link to the space', async () => {
    const person = await newRequester();
    const listener = await listen(server.url, person);
    await listener.subscribe(`user:${person.user.id}`);
    await decide(owner, person, 'approve');
    const received = await listener.received('notification.changed');
    expect(received.payload).toMatchObject({
      unread_count: 1,
      notification: {
        type: 'membership',
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
        unsubscribe_question: `Don't want emails about your requests to join ${space.name}?`,
      },
    });
    const rendered = await renderEmail(joinRequestApprovedEmail, email?.values ?? {}, 'Hearth');
    expect(rendered.subject).toBe(`You're in: ${space.name}`);
    expect(rendered.text).toContain(email?.values.unsubscribe_url);
  });

  it('is sent on decline although they are not a member, with a link to the about page', async () => {
    const person = await newRequester();
    await decide(admin, person, 'decline');
    expect(await listOf(person)).toMatchObject([
      { type: 'membership', params: { outcome: 'declined' }, actor: null, read: false },
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
    const rendered = await renderEmail(joinRequestDeclinedEmail, emails[0]?.values ?? {}, 'Hearth');
    expect(rendered.subject).toBe(`Your request to join ${space.name}`);
  });

  it('is not sent when they withdraw, and is sent again for each new request', async () => {
    const person = await newRequester();
    await person.call('cancel_join_request', { space_id: space.id });
    expect(await listOf(person)).toEqual([]);
    await ask(person);
    await decide(owner, person, 'decline');
    await ask(person);
    await decide(owner, person, 'approve');
    expect(await outcomesOf(person)).toEqual(['approved', 'declined']);
  });

  it('is sent once when two moderators decide at the same moment', async () => {
    const people = [await newRequester(), await newRequester(), await newRequester()];
    for (const person of people) {
      const results = await Promise.allSettled([
        decide(owner, person, 'approve'),
        decide(admin, person, 'decline'),
        decide(owner, person, 'decline'),
        decide(admin, person, 'approve'),
      ]);
      const rejected = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason.code] : [],
      );
      expect(rejected).toEqual(Array(3).fill('join_request_not_found'));
      expect(await outcomesOf(person)).toHaveLength(1);
      expect(await emailsOf(person)).toHaveLength(1);
    }
  });

  it('is deleted with its queued email when the membership ends', async () => {
    const person = await newRequester();
    await decide(owner, person, 'approve');
    const [email] = await emailsOf(person);
    expect(await isSent(email)).toBe(true);
    await owner.call('remove_member', { space_id: space.id, user_id: person.user.id });
    expect(await listOf(person)).toEqual([]);
    expect(await isSent(email)).toBe(false);
  });

  it('is not sent if all notifications are off, nor emailed after they unsubscribe', async () => {
    const silent = await newRequester();
    await server.db
      .insertInto('notification_preferences')
      .values({ user_id: silent.user.id, push_enabled: false, email_enabled: false })
      .execute();
    await decide(owner, silent, 'decline');
    expect([await listOf(silent), await emailsOf(silent)]).toEqual([[], []]);

    const person = await newRequester();
    await decide(owner, person, 'decline');
    const [email] = await emailsOf(person);
    const path = new URL(email?.values.unsubscribe_url ?? '').pathname;
    await server.client().fetch(path, { method: 'POST' });
    await ask(person);
    await decide(owner, person, 'approve');
    expect(await outcomesOf(person)).toEqual(['approved', 'declined']);
    expect(await emailsOf(person)).toHaveLength(1);
    const inSpace = { space_id: space.id };
    const before = await person.call('get_effective_notification_preferences', inSpace);
    expect(before.unsubscribed_types).toEqual(['membership']);
    const preferences = { ...inSpace, email_enabled: true };
    const after = await person.call('update_space_notification_preferences', preferences);
    expect(after.unsubscribed_types).toEqual([]);
  });
});

it('only current moderators can decide a join request', async () => {
  const person = await newRequester();
  const member = await newPersonBySql(server);
  await setRole(server, space.id, member.user.id, 'member');
  const outsider = await newPersonBySql(server);
  await expect(decide(member, person, 'approve')).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(decide(outsider, person, 'decline')).rejects.toMatchObject({ code: 'space_not_found' });
  expect(await listOf(person)).toEqual([]);
});
