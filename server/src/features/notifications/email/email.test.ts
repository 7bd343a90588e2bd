import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NotificationParams } from '#contract/features/notifications/notification-params.ts';
import type { OwnEmailType } from '#contract/features/notifications/notification-types.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { EmailTemplate, NotificationValue } from '#server/platform/email/email-templates.ts';
import type { QueuedEmail } from '#server/platform/email/enqueue-email.ts';
import { renderEmail } from '#server/platform/email/render-email.ts';
import { sendEmailJob } from '#server/platform/email/send-email.job.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo, emailTemplate } from '#testing/emails.ts';
import { newEvent } from '#testing/events.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { expectError } from '#testing/responses.ts';
import { sampleNotification } from '#testing/samples/sample-notification.ts';
import { sharedServer } from '#testing/server.ts';
import { notify } from '../notify.ts';
import { emailNotification } from './email-notification.ts';
import { readUnsubscribeToken, toUnsubscribeToken } from './unsubscribe-token.ts';

const server = sharedServer();
let owner: TestPerson;
let space: Space;
const space_name = 'Bakers & <b>Co</b>';

type EventValue = 'headline' | 'event_when' | 'event_where' | 'space_name' | 'event_url' | 'calendar_url';
const eventEmail = () =>
  emailTemplate(server, 'event-notification') as EmailTemplate<EventValue | NotificationValue>;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  await server.db.updateTable('spaces').set({ name: space_name }).where('id', '=', space.id).execute();
});

/**
 * Creates a member who got a notification and an email about an event; `send` sends further ones about the same
 * event.
 */
async function newEmailed() {
  const member = await newMember(server, space);
  const { id: target_id } = await newEvent(owner, space);
  const emails = async () =>
    (await emailsTo(server, member.user.email)).filter(({ template }) => template === 'event-notification');
  const send = async (title: string) => {
    const sample = sampleNotification('event_reminder', member.user.id);
    const notification = {
      type: 'event_reminder' as const,
      user_ids: [member.user.id],
      params: { ...sample.params, title } as NotificationParams<'event_reminder'>,
    };
    await server.db.transaction().execute(async (tx) => {
      await emailNotification(tx, server.running.platform, {
        ...notification,
        space_id: space.id,
        space_name,
        target_id,
        template: eventEmail(),
        values: {
          headline: title,
          event_when: 'Thursday',
          event_where: 'Mill Lane',
          space_name,
          event_url: 'https://hearth.example/event',
          calendar_url: 'https://hearth.example/event.ics',
        },
      });
      const target = { kind: 'event' as const, id: target_id };
      const notifications = [{ ...notification, target }];
      await notify(tx, { space_id: space.id, actor_id: null, notifications });
    });
  };
  await send('Oven day was changed');
  const [first] = await emails();
  if (!first) throw new Error('no email was sent');
  const path = new URL(first.values.unsubscribe_url ?? '').pathname;
  return { member, emails, send, path, first };
}

/** Counts the unsubscribes rather than the queued emails, since emails are sent meanwhile. */
const countUnsubscribes = async () =>
  (await server.db.selectFrom('email_unsubscribes').select('user_id').execute()).length;
const unsubscribedTypesOf = async (person: TestPerson) =>
  (await person.call('get_effective_notification_preferences', { space_id: space.id })).unsubscribed_types;

describe('Unsubscribe link', () => {
  it('opens a page with a button and changes nothing, however often it is opened', async () => {
    const { member, path } = await newEmailed();
    const before = await countUnsubscribes();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await server.client().fetch(path, { method });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      const page = await response.text();
      if (method === 'GET') {
        expect(page).toContain(`<form method="post" action="${path}"><button>Unsubscribe</button></form>`);
        expect(page).toContain('emails about events in Bakers &amp; &lt;b&gt;Co&lt;/b&gt;');
        expect(page).not.toContain(member.user.email);
      }
    }
    expect(await countUnsubscribes()).toEqual(before);
    expect(await unsubscribedTypesOf(member)).toEqual([]);
  });

  it.each([
    ['the button', 'application/x-www-form-urlencoded', ''],
    ['an email app', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['another email app', 'multipart/form-data; boundary=x', '--x--'],
  ])('unsubscribes without logging in when %s sends a POST', async (_who, type, body) => {
    const { member, path, emails, send } = await newEmailed();
    const stranger = server.client();
    for (let times = 0; times < 2; times += 1) {
      const response = await stranger.fetch(path, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("You're unsubscribed");
    }
    expect(await unsubscribedTypesOf(member)).toEqual(['event_reminder']);
    // They still get notifications in the app.
    await send('Oven day is cancelled');
    const { notifications } = await member.call('get_notifications_with_actors', {});
    expect(notifications).toMatchObject([{ params: { title: 'Oven day is cancelled' } }]);
    expect(await emails()).toHaveLength(1);
    const again = await stranger.fetch(`${path}/again`, { method: 'POST' });
    expect(await again.text()).toContain('Unsubscribe?');
    expect(await unsubscribedTypesOf(member)).toEqual([]);
    await send('Oven day is back');
    expect(await emails()).toHaveLength(2);
  });

  it('unsubscribes only from that type of email and that space', async () => {
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

  it('is undone only by turning that notification type on again', async () => {
    const { member, path } = await newEmailed();
    await server.client().fetch(path, { method: 'POST' });
    const target = { space_id: space.id };
    const change = async (changes: object) =>
      (await member.call('update_space_notification_preferences', { ...target, ...changes }))
        .unsubscribed_types;
    expect(await change({ likes: true, event_reminders: false })).toEqual(['event_reminder']);
    expect(await change({ event_reminders: true })).toEqual([]);
  });

  it('returns 404 for forged tokens and for users who no longer exist', async () => {
    const { path } = await newEmailed();
    const { secret } = server.running.platform;
    const [payload = '', signature = ''] = path.replace('/unsubscribe/', '').split('.');
    const other = toUnsubscribeToken(secret, {
      user_id: newId(),
      space_id: space.id,
      type: 'event_reminder',
    });
    const before = await countUnsubscribes();
    for (const token of [
      payload,
      `${payload}.`,
      `${payload}.${signature.slice(0, -2)}`,
      `${payload}.${signature}.x`,
      `${payload.slice(0, -4)}AAAA.${signature}`,
      `${other.split('.')[0]}.${signature}`,
      toUnsubscribeToken('another secret', { user_id: newId(), space_id: space.id, type: 'membership' }),
      // Signed correctly, for a user who does not exist.
      other,
    ]) {
      for (const method of ['GET', 'POST']) {
        await expectError(await server.client().fetch(`/unsubscribe/${token}`, { method }), 'not_found');
      }
    }
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example' } };
    await expectError(await server.client().fetch(path, foreign), 'origin_not_allowed');
    expect(await countUnsubscribes()).toEqual(before);
  });

  it('can be decoded only with the secret that signed it', () => {
    const kind = { user_id: newId(), space_id: newId(), type: 'membership' } as const;
    expect(readUnsubscribeToken('s', toUnsubscribeToken('s', kind))).toEqual(kind);
    expect(readUnsubscribeToken('t', toUnsubscribeToken('s', kind))).toBeNull();
    const notEmailed = { ...kind, type: 'post_like' as OwnEmailType };
    expect(readUnsubscribeToken('s', toUnsubscribeToken('s', notEmailed))).toBeNull();
  });

  it('appears in the HTML and the text of the email', async () => {
    const { first } = await newEmailed();
    const message = await renderEmail(eventEmail(), first.values, 'Hearth');
    const link = first.values.unsubscribe_url ?? '';
    expect(message.text).toContain(`\n${link}\n`);
    expect(message.html).toContain(`href="${link}"`);
    expect(message.text.replace(/\s+/g, ' ')).toContain(
      "Don't want emails about events in Bakers & <b>Co</b>?",
    );
  });
});

describe('Queued notification email', () => {
  /** Runs the send job once more, as after a failed attempt. Returns whether the email arrived. */
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

  it('is sent while its notification is unread', async () => {
    const { first } = await newEmailed();
    expect(await isSent(first)).toBe(true);
  });

  it.each<[string, (emailed: Awaited<ReturnType<typeof newEmailed>>) => Promise<unknown>]>([
    [
      'the notification was read elsewhere',
      ({ member }) => member.call('mark_all_notifications_as_read', undefined),
    ],
    [
      'the notification was deleted',
      async ({ member }) => {
        const { notifications } = await member.call('get_notifications_with_actors', {});
        for (const { id } of notifications) await member.call('delete_notification', { notification_id: id });
      },
    ],
    ['a later notification replaced it', ({ send }) => send('Oven day is cancelled')],
    ['the person left', ({ member }) => member.call('leave_space', { space_id: space.id })],
    ['the person unsubscribed', ({ path }) => server.client().fetch(path, { method: 'POST' })],
    [
      'the person turned off emails',
      ({ member }) =>
        member.call('update_space_notification_preferences', { space_id: space.id, email_enabled: false }),
    ],
    [
      'the person changed their email address',
      ({ member }) =>
        server.db
          .updateTable('users')
          .set({ email: `${newId()}@example.com` })
          .where('id', '=', member.user.id)
          .execute(),
    ],
  ])('is not sent when %s', async (_why, act) => {
    const emailed = await newEmailed();
    await act(emailed);
    expect(await isSent(emailed.first)).toBe(false);
  });
});

it('An email about an event waits in quiet hours, and is queued once for their end', async () => {
  const { member } = await newEmailed();
  // Not around the time of day at which the server sends it.
  const isMorning = new Date().getUTCHours() < 12;
  const [from, at, to] = isMorning ? ['18:00', '19:00', '21:30'] : ['02:00', '03:00', '05:30'];
  const now = Date.parse(`2027-01-10T${at}:00.000Z`);
  await member.call('update_space_notification_preferences', {
    space_id: space.id,
    quiet_hours_enabled: true,
    quiet_hours_start: from,
    quiet_hours_end: to,
  });
  const jobs = async () => {
    const { rows } = await sql<{ data: QueuedEmail; start_after: Date }>`
      select data, start_after from jobs.job where name = 'send-email' and data->>'to' = ${member.user.email}
      order by created_on`.execute(server.db);
    return rows;
  };
  const [{ data } = { data: undefined }] = await jobs();
  const { platform } = server.running;
  const before = (await jobs()).length;
  // Twice, as after a crash.
  for (let times = 0; times < 2; times += 1)
    await withFrozenTime(now, () => sendEmailJob(platform).run(data as QueuedEmail));
  const held = (await jobs()).slice(before);
  expect(held.map(({ start_after }) => new Date(start_after).toISOString())).toEqual([
    `2027-01-10T${to}:00.000Z`,
  ]);
  expect(held[0]?.data.id).toBe(data?.id);
});
