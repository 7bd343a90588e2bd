import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/spaces.ts';
import type { QueuedEmail } from '#server/platform/email/enqueue-email.ts';
import { renderEmail } from '#server/platform/email/render-email.ts';
import { sendEmailJob } from '#server/platform/email/send-email.job.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo } from '#testing/emails.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { expectError } from '#testing/responses.ts';
import { withTestServer } from '#testing/server.ts';
import { buildEmails } from '#tools/build-emails.ts';
import { batchKey, notify } from '../notify.ts';
import { emailNotification } from './email-notification.ts';
import { readUnsubscribeToken, toUnsubscribeToken } from './unsubscribe-token.ts';

const server = withTestServer();
let owner: TestPerson;
let space: Space;
const space_name = 'Bakers & <b>Co</b>';

beforeAll(async () => {
  await buildEmails();
  owner = await newPerson(server);
  space = await newSpace(owner);
  await server.db.updateTable('spaces').set({ name: space_name }).where('id', '=', space.id).execute();
});

/** A member who was told of something, and mailed; `tell` tells them more of the same thing. */
async function newEmailed() {
  const member = await newMember(server, space);
  const target_id = newId();
  const emails = async () =>
    (await emailsTo(server, member.user.email)).filter(({ template }) => template === 'event-notification');
  const send = async (title: string) => {
    const notification = { type: 'event_reminder' as const, user_ids: [member.user.id], title };
    await server.db.transaction().execute(async (tx) => {
      await emailNotification(tx, server.running.platform, {
        ...notification,
        space_id: space.id,
        space_name,
        target_id,
        template: 'event-notification',
        values: {
          headline: title,
          event_when: 'Thursday',
          event_where: 'Mill Lane',
          space_name,
          event_url: 'https://hearth.example/event',
          calendar_url: 'https://hearth.example/event.ics',
        },
      });
      const target = { type: 'event' as const, id: target_id };
      const notifications = [{ ...notification, target, batch_key: batchKey.event(target_id) }];
      await notify(tx, { space_id: space.id, actor_id: null, notifications });
    });
  };
  await send('Oven day was changed');
  const [first] = await emails();
  if (!first) throw new Error('there is no mail');
  const path = new URL(first.values.unsubscribe_url ?? '').pathname;
  return { member, emails, send, path, first };
}

/** Not every row: mails are sent meanwhile. */
const countRefusals = async () =>
  (await server.db.selectFrom('email_unsubscribes').select('user_id').execute()).length;
const refusalsOf = async (person: TestPerson) =>
  (await person.call('get_effective_notification_preferences', { space_id: space.id })).unsubscribed_types;

describe('the link in a mail of a notice', () => {
  it('leads to a page with a button, and opening it, however often, changes nothing', async () => {
    const { member, path } = await newEmailed();
    const before = await countRefusals();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await server.client().fetch(path, { method });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      const page = await response.text();
      if (method === 'GET') {
        expect(page).toContain(`<form method="post" action="${path}"><button>Unsubscribe</button></form>`);
        expect(page).toContain('mails about events in Bakers &amp; &lt;b&gt;Co&lt;/b&gt;');
        expect(page).not.toContain(member.user.email);
      }
    }
    expect(await countRefusals()).toEqual(before);
    expect(await refusalsOf(member)).toEqual([]);
  });

  it.each([
    ['the button', 'application/x-www-form-urlencoded', ''],
    ['a mail program', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['another mail program', 'multipart/form-data; boundary=x', '--x--'],
  ])('ends such mails for good when %s sends a POST, without a sign-in', async (_who, type, body) => {
    const { member, path, emails, send } = await newEmailed();
    const stranger = server.client();
    for (let times = 0; times < 2; times += 1) {
      const response = await stranger.fetch(path, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('You are unsubscribed');
    }
    expect(await refusalsOf(member)).toEqual(['event_reminder']);
    // They are told in the product all the same.
    await send('Oven day is cancelled');
    const { notifications } = await member.call('get_notifications_with_actors', {});
    expect(notifications.map(({ title }) => title)).toEqual(['Oven day is cancelled']);
    expect(await emails()).toHaveLength(1);
    const again = await stranger.fetch(`${path}/again`, { method: 'POST' });
    expect(await again.text()).toContain('Unsubscribe?');
    expect(await refusalsOf(member)).toEqual([]);
    await send('Oven day is back');
    expect(await emails()).toHaveLength(2);
  });

  it('ends mails of that kind from that space alone', async () => {
    const { member, path } = await newEmailed();
    const other = await newSpace(owner);
    await member.call('public_join_space', { space_id: other.id });
    await server.client().fetch(path, { method: 'POST' });
    const elsewhere = await member.call('get_effective_notification_preferences', { space_id: other.id });
    expect(elsewhere.unsubscribed_types).toEqual([]);
    const { preferences } = await member.call('get_effective_notification_preferences', {
      space_id: space.id,
    });
    expect(preferences).toMatchObject({ email_enabled: true, event_reminders: true });
  });

  it('is undone by asking for such notices again, and by nothing else', async () => {
    const { member, path } = await newEmailed();
    await server.client().fetch(path, { method: 'POST' });
    const joinIntent = { space_id: space.id };
    const change = async (changes: object) =>
      (await member.call('update_space_notification_preferences', { ...joinIntent, ...changes }))
        .unsubscribed_types;
    expect(await change({ likes: true, event_reminders: false })).toEqual(['event_reminder']);
    expect(await change({ event_reminders: true })).toEqual([]);
  });

  it('cannot be made up, and leads nowhere once the person is gone', async () => {
    const { path } = await newEmailed();
    const { secret } = server.running.platform;
    const [said = '', signature = ''] = path.replace('/unsubscribe/', '').split('.');
    const other = toUnsubscribeToken(secret, {
      user_id: newId(),
      space_id: space.id,
      type: 'event_reminder',
    });
    const before = await countRefusals();
    for (const token of [
      said,
      `${said}.`,
      `${said}.${signature.slice(0, -2)}`,
      `${said}.${signature}.x`,
      `${said.slice(0, -4)}AAAA.${signature}`,
      `${other.split('.')[0]}.${signature}`,
      toUnsubscribeToken('another secret', { user_id: newId(), space_id: space.id, type: 'mention' }),
      // Rightly signed, of nobody.
      other,
    ]) {
      for (const method of ['GET', 'POST']) {
        await expectError(await server.client().fetch(`/unsubscribe/${token}`, { method }), 'not_found');
      }
    }
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example' } };
    await expectError(await server.client().fetch(path, foreign), 'origin_not_allowed');
    expect(await countRefusals()).toEqual(before);
  });

  it('says whose it is and of what, to the server alone', () => {
    const kind = { user_id: newId(), space_id: newId(), type: 'new_post' } as const;
    expect(readUnsubscribeToken('s', toUnsubscribeToken('s', kind))).toEqual(kind);
    expect(readUnsubscribeToken('t', toUnsubscribeToken('s', kind))).toBeNull();
  });

  it('stands in the HTML and in the text of the mail', async () => {
    const { first } = await newEmailed();
    const message = await renderEmail('event-notification', first.values, 'Hearth');
    const link = first.values.unsubscribe_url ?? '';
    expect(message.text).toContain(`\n${link}\n`);
    expect(message.html).toContain(`href="${link}"`);
    expect(message.text.replace(/\s+/g, ' ')).toContain('No more mails about events in Bakers & <b>Co</b>?');
  });
});

describe('a mail that waits to be sent', () => {
  /** Sends what is queued once more, as a mail server that was away makes it happen; whether it arrived. */
  async function isSent(message: Awaited<ReturnType<typeof newEmailed>>['first']): Promise<boolean> {
    const id = newId();
    await sendEmailJob(server.running.platform).run({ ...message, id } as QueuedEmail);
    const arrived = await server.db
      .selectFrom('local_mailbox')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return arrived !== undefined;
  }

  it('is sent while its entry is unread', async () => {
    const { first } = await newEmailed();
    expect(await isSent(first)).toBe(true);
  });

  it.each<[string, (emailed: Awaited<ReturnType<typeof newEmailed>>) => Promise<unknown>]>([
    [
      'what it says was read elsewhere',
      ({ member }) => member.call('mark_all_notifications_as_read', undefined),
    ],
    [
      'its entry was put away',
      async ({ member }) => {
        const { notifications } = await member.call('get_notifications_with_actors', {});
        for (const { id } of notifications) await member.call('delete_notification', { notification_id: id });
      },
    ],
    ['there is later news of the same', ({ send }) => send('Oven day is cancelled')],
    ['the person left', ({ member }) => member.call('leave_space', { space_id: space.id })],
    ['the person unsubscribed', ({ path }) => server.client().fetch(path, { method: 'POST' })],
    [
      'the person wants no mails any more',
      ({ member }) =>
        member.call('update_space_notification_preferences', { space_id: space.id, email_enabled: false }),
    ],
    [
      'the address is not theirs any more',
      ({ member }) =>
        server.db
          .updateTable('users')
          .set({ email: `${newId()}@example.com` })
          .where('id', '=', member.user.id)
          .execute(),
    ],
  ])('is not sent when %s', async (_why, happen) => {
    const emailed = await newEmailed();
    await happen(emailed);
    expect(await isSent(emailed.first)).toBe(false);
  });
});
