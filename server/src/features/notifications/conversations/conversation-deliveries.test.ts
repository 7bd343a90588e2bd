import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nowMs, setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { sendEmailJob } from '#server/platform/email/send-email.job.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { emailsTo } from '#testing/emails.ts';
import { subscribeBrowser } from '#testing/fakes/push-browsers.ts';
import { type PushBrowser, startPushService } from '#testing/fakes/push-service.ts';
import { runJob } from '#testing/jobs.ts';
import type { TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { deliverDue } from '../delivery/deliver-notifications.job.ts';
import { queueUnreadMessages } from './unread-messages.queries.ts';

const server = sharedServer({ runsJobs: false });
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await server.db.deleteFrom('notification_deliveries').execute();
  await server.db.deleteFrom('chat_message_fanouts').execute();
});
afterEach(() => setClockOffset(0));

const second = 1000;
const minute = 60 * second;
/** What a server with jobs does within that time, at its end. */
const deliver = (after: number) =>
  withFrozenTime(nowMs() + after, async () => {
    await runJob(server, 'notify-participants');
    while (await deliverDue(server.running.platform, { policy: service.policy }));
  });
const pass = (milliseconds: number) => setClockOffset(nowMs() - Date.now() + milliseconds);

/** What a browser has shown. */
const shownBy = ({ received }: PushBrowser) =>
  received.map(({ payload }) => payload.notification as { title: string; body: string; navigate: string });

/** Two people in a direct conversation, of whom one has a browser for push notifications. */
async function newPair() {
  const [writer, reader] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
  const { conversation } = await writer.call('get_or_create_conversation', { user_id: reader.user.id });
  const browser = await subscribeBrowser(server, service, reader);
  const { id } = conversation;
  const write = (content?: string) => sendText(writer, id, content);
  const read = () => reader.call('mark_conversation_as_read', { conversation_id: id, seq: 1_000 });
  const bodies = () => shownBy(browser).map(({ body }) => body);
  return { writer, reader, id, browser, write, read, bodies };
}
async function newTrio() {
  const [writer, reader, third] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
  const { id } = await newGroup(writer, [reader, third], 'Book club');
  const browser = await subscribeBrowser(server, service, reader);
  const entries = async () => (await reader.call('get_notifications_with_actors', {})).notifications;
  await reader.call('mark_all_notifications_as_read', {});
  await server.db.deleteFrom('notification_deliveries').execute();
  return { writer, reader, third, id, browser, entries };
}
const bundlesTo = async (person: TestPerson) =>
  (await emailsTo(server, person.user.email)).filter(({ template }) => template === 'notification-bundle');
const queued = async () => {
  const { rows } = await sql<{ channel: string }>`
    select channel from notification_deliveries where sent_at is null order by channel`.execute(server.db);
  return rows.map(({ channel }) => channel);
};

/** Queues the unread messages of a conversation. Returns how often blocks were looked up: twice for each who may have some. */
const blocksReadFor = (id: string) =>
  server.db.transaction().execute(async (tx) => {
    const count = async () => {
      const { rows } = await sql<{
        count: number;
      }>`select (seq_scan + coalesce(idx_scan, 0))::int as count
        from pg_stat_xact_user_tables where relname = 'chat_blocks'`.execute(tx);
      return rows[0]?.count ?? 0;
    };
    const before = await count();
    await queueUnreadMessages(tx, id);
    return (await count()) - before;
  });

describe('Unread messages', () => {
  it('are pushed after ten seconds and emailed after five minutes, together, and are in no list', async () => {
    const { writer, reader, id, browser, write } = await newPair();
    await write('Are you there?');
    await deliver(6 * second);
    expect(browser.received).toEqual([]);
    await deliver(11 * second);
    expect(browser.received).toMatchObject([
      {
        urgency: 'high',
        topic: id.replaceAll('-', ''),
        payload: {
          notification: {
            title: writer.user.full_name,
            body: 'Are you there?',
            navigate: expect.stringMatching(new RegExp(`/app/chat\\?ch=${id.replaceAll('-', '')}$`)),
            tag: id.replaceAll('-', ''),
            data: { notification_id: null },
          },
          app_badge: 0,
        },
      },
    ]);
    await write('**Hello?**');
    await deliver(4 * minute);
    expect(await bundlesTo(reader)).toEqual([]);
    await deliver(5 * minute + second);
    await deliver(60 * minute);
    const emails = await bundlesTo(reader);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.values).toMatchObject({
      headline: `${writer.user.full_name} sent you 2 messages`,
      title: 'New messages',
      items: expect.stringContaining('Hello?'),
      list_label: 'Open chat',
      list_url: expect.stringMatching(/\/app\/chat$/),
      unsubscribe_question: "Don't want emails about messages?",
    });
    expect(emails[0]?.values.items).not.toContain('**');
    const { notifications } = await reader.call('get_notifications_with_actors', {});
    expect(notifications).toEqual([]);
    expect(await reader.call('get_unread_notification_count', {})).toMatchObject({ unread_count: 0 });
  });

  it('are not sent once they were read, on any device, or deleted', async () => {
    const { writer, reader, browser, write, read } = await newPair();
    await write();
    await deliver(6 * second);
    expect(await queued()).toEqual(['email', 'push']);
    await read();
    await deliver(6 * minute);
    const { id } = await write();
    await deliver(6 * second);
    await writer.call('delete_message', { message_id: id });
    await deliver(6 * minute);
    expect(browser.received).toEqual([]);
    expect(await bundlesTo(reader)).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it('of someone who reads at once queue nothing', async () => {
    const { write, read } = await newPair();
    await write();
    await read();
    await deliver(6 * second);
    expect(await queued()).toEqual([]);
  });

  it('that are read before an email is handed over are not in it', async () => {
    const { reader, write, read } = await newPair();
    await write();
    await deliver(6 * minute);
    await read();
    const { rows } = await sql<{ data: never }>`
      select data from jobs.job where name = 'send-email' and data->>'to' = ${reader.user.email}`.execute(
      server.db,
    );
    expect(rows).toHaveLength(1);
    for (const { data } of rows) await sendEmailJob(server.running.platform).run(data);
    const sent = await server.db
      .selectFrom('local_mailbox')
      .select('subject')
      .where('recipient', '=', reader.user.email)
      .execute();
    expect(sent).toEqual([]);
  });

  it('are pushed at most three times an hour, then together', async () => {
    const { bodies, write } = await newPair();
    for (let number = 1; number <= 5; number += 1) {
      await write(`Number ${number}`);
      await deliver(11 * second);
      pass(minute);
    }
    expect(bodies()).toEqual(['Number 1', '2 new messages\nNumber 2', '3 new messages\nNumber 3']);
    await deliver(50 * minute);
    expect(bodies()).toHaveLength(3);
    await deliver(60 * minute);
    expect(bodies().slice(3)).toEqual(['5 new messages\nNumber 5']);
  });

  it('are queued without reading blocks for each of them, and not again for those for whom they are queued', async () => {
    const { writer, id } = await newTrio();
    for (let number = 1; number <= 8; number += 1) await sendText(writer, id);
    expect(await blocksReadFor(id)).toBeLessThanOrEqual(6);
    expect(await queued()).toEqual(['email', 'email', 'push']);
    // Two for each participant, then only for the writer, for whom nothing is queued.
    expect(await blocksReadFor(id)).toBeLessThanOrEqual(2);
    expect(await queued()).toEqual(['email', 'email', 'push']);
  });

  it('are not read for those who have no browser and got an email, until they read', async () => {
    const { writer, third, id } = await newTrio();
    await sendText(writer, id);
    await deliver(6 * minute);
    pass(7 * minute);
    await sendText(writer, id);
    // For the writer, and for the reader, to whom each is pushed.
    expect(await blocksReadFor(id)).toBeLessThanOrEqual(4);
    expect(await queued()).toEqual(['push']);
    await third.call('mark_conversation_as_read', { conversation_id: id, seq: 1_000 });
    pass(8 * minute);
    await sendText(writer, id);
    await blocksReadFor(id);
    expect(await queued()).toEqual(['email', 'push']);
  });

  it.each([
    ['was sent', 6 * minute],
    ['was queued', 6 * second],
  ])('are pushed to a browser that was subscribed after an email %s', async (_, after) => {
    const [writer, reader] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
    const { conversation } = await writer.call('get_or_create_conversation', { user_id: reader.user.id });
    await sendText(writer, conversation.id, 'Before');
    await deliver(after);
    expect(await bundlesTo(reader)).toHaveLength(after > minute ? 1 : 0);
    const browser = await subscribeBrowser(server, service, reader);
    pass(after + 10 * second);
    await sendText(writer, conversation.id, 'After');
    await deliver(30 * second);
    expect(shownBy(browser)).toHaveLength(1);
  });

  it('are emailed again only once they were read', async () => {
    const { reader, write, read } = await newPair();
    await write();
    await deliver(6 * minute);
    await write();
    await deliver(20 * minute);
    expect(await bundlesTo(reader)).toHaveLength(1);
    pass(21 * minute);
    await read();
    await write('Later');
    await deliver(6 * minute);
    expect((await bundlesTo(reader)).map(({ values }) => values.items?.includes('Later'))).toEqual([
      false,
      true,
    ]);
  });

  it('are not emailed again because the oldest unread one was deleted', async () => {
    const { writer, reader, write, read } = await newPair();
    const { id: message_id } = await write('First');
    await deliver(6 * minute);
    pass(7 * minute);
    await write('Second');
    await writer.call('delete_message', { message_id });
    await deliver(20 * minute);
    expect(await bundlesTo(reader)).toHaveLength(1);
    pass(21 * minute);
    await read();
    await write('Third');
    await deliver(6 * minute);
    expect(await bundlesTo(reader)).toHaveLength(2);
  });

  it('and mentions of one group are counted as one conversation', async () => {
    for (const count of [1, 2]) {
      const { writer, reader, third, id } = await newTrio();
      await sendText(writer, id, `@${reader.user.username} look`);
      await sendText(third, id, 'At what?');
      const { conversation } = await third.call('get_or_create_conversation', { user_id: reader.user.id });
      if (count === 2) await sendText(third, conversation.id);
      await deliver(6 * minute);
      expect((await bundlesTo(reader))[0]?.values.headline).toBe(
        `New messages in ${count} conversation${count === 1 ? '' : 's'}`,
      );
    }
  });

  it('say what they are if they have no text, and who wrote in which group', async () => {
    const { writer, reader, id, browser } = await newTrio();
    const { id: upload } = await newUpload(writer, { purpose: 'chat_image' });
    await writer.call('send_message', {
      conversation_id: id,
      client_id: crypto.randomUUID(),
      content: '',
      upload_ids: [upload],
    });
    await deliver(6 * minute);
    expect(shownBy(browser)[0]).toMatchObject({
      title: 'Book club',
      body: `${writer.user.full_name}: Image`,
    });
    expect((await bundlesTo(reader))[0]?.values.headline).toBe(`${writer.user.full_name} wrote in Book club`);
  });

  it('of a muted conversation, of requests, of former participants and of blocked people are never sent', async () => {
    const { writer, reader, third, id, browser } = await newTrio();
    const isSilent = async () => {
      await sendText(writer, id);
      await deliver(6 * minute);
      expect(browser.received).toEqual([]);
      expect(await bundlesTo(reader)).toEqual([]);
      await server.db.deleteFrom('notification_deliveries').execute();
      await reader.call('mark_conversation_as_read', { conversation_id: id, seq: 1_000 });
    };
    await reader.call('mute_conversation', { conversation_id: id, duration: 'always' });
    await isSilent();
    await reader.call('mute_conversation', { conversation_id: id, duration: null });
    // Also if that happens between queueing and sending.
    await sendText(writer, id);
    await deliver(6 * second);
    await reader.call('mute_conversation', { conversation_id: id, duration: '1_hour' });
    await isSilent();
    await reader.call('mute_conversation', { conversation_id: id, duration: null });
    await reader.call('block_user', { user_id: writer.user.id });
    await isSilent();
    await sendText(third, id, 'Who said that?');
    await deliver(11 * second);
    expect(shownBy(browser)[0]?.body).toBe(`${third.user.full_name}: Who said that?`);
    browser.received.length = 0;
    await reader.call('unblock_user', { user_id: writer.user.id });
    await server.db.deleteFrom('notification_deliveries').execute();
    await reader.call('leave_conversation', { conversation_id: id });
    await isSilent();
    await reader.call('update_chat_settings', { who_can_message: 'shared_spaces' });
    const [stranger] = (await newPeopleBySql(server, 1)) as [TestPerson];
    const { conversation } = await stranger.call('get_or_create_conversation', { user_id: reader.user.id });
    await sendText(stranger, conversation.id, 'You do not know me');
    await isSilent();
  });

  it('are for those who want them: all of it, by email or on devices', async () => {
    const { reader, browser, write, read } = await newPair();
    const change = (changes: object) => reader.call('update_notification_preferences', changes);
    await change({ messages: false });
    await write();
    await deliver(6 * minute);
    expect([browser.received.length, (await bundlesTo(reader)).length]).toEqual([0, 0]);
    await change({ messages: true, push_enabled: false });
    await read();
    await write();
    await deliver(6 * minute);
    expect([browser.received.length, (await bundlesTo(reader)).length]).toEqual([0, 1]);
    pass(7 * minute);
    await change({ push_enabled: true, notifications_email_frequency: 'never' });
    await read();
    await write();
    await deliver(6 * minute);
    expect([browser.received.length, (await bundlesTo(reader)).length]).toEqual([1, 1]);
  });

  it('wait in quiet hours', async () => {
    const { reader, browser, write } = await newPair();
    await reader.call('update_notification_preferences', {
      quiet_hours_enabled: true,
      quiet_hours_start: '00:00',
      quiet_hours_end: '23:59',
    });
    await write();
    await deliver(11 * second);
    expect(browser.received).toEqual([]);
    await reader.call('update_notification_preferences', { quiet_hours_enabled: false });
    await server.db
      .updateTable('notification_deliveries')
      .set({ due_at: new Date(0) as never })
      .execute();
    await deliver(11 * second);
    expect(browser.received).toHaveLength(1);
  });

  it('are not emailed anymore after the link in an email, until they are turned on again', async () => {
    const { reader, write, read } = await newPair();
    await write();
    await deliver(6 * minute);
    const [email] = await bundlesTo(reader);
    const url = new URL(email?.values.unsubscribe_url ?? '');
    const open = (method: string) => server.client().fetch(url.pathname, { method });
    expect(await (await open('GET')).text()).toContain('emails about messages');
    const unsubscribed = async () =>
      (await reader.call('get_notification_preferences', {})).is_unsubscribed_from_messages;
    expect(await unsubscribed()).toBe(false);
    await open('POST');
    expect(await unsubscribed()).toBe(true);
    pass(7 * minute);
    await read();
    await write();
    await deliver(6 * minute);
    expect(await bundlesTo(reader)).toHaveLength(1);
    await reader.call('update_notification_preferences', { messages: true });
    expect(await unsubscribed()).toBe(false);
  });

  it('take as many statements for two people as for thirty, and none while a message is sent', async () => {
    const { write } = await newPair();
    await write();
    const [admin, ...others] = (await newChatters(server, 30)) as [TestPerson, ...TestPerson[]];
    const group = await newGroup(admin, others);
    await server.db.deleteFrom('notification_deliveries').execute();
    const fanOut = () =>
      withFrozenTime(nowMs() + 6 * second, async () => {
        const statements = await recordQueries(() => runJob(server, 'notify-participants'), { all: true });
        return statements.filter(({ text }) => /chat_message_fanouts|notification_deliveries/.test(text))
          .length;
      });
    expect(await fanOut()).toBe(3);
    expect(await queued()).toEqual(['email', 'push']);
    await sendText(admin, group.id);
    expect(await queued()).toEqual(['email', 'push']);
    expect(await fanOut()).toBe(3);
    expect((await queued()).filter((channel) => channel === 'email')).toHaveLength(30);
  });
});

describe('Being added to a group', () => {
  it('is in the list once per group, and read with the group', async () => {
    const [writer, reader, third] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
    const group = await newGroup(writer, [third], 'Book club');
    const browser = await subscribeBrowser(server, service, reader);
    const add = () =>
      writer.call('add_participants', { conversation_id: group.id, user_ids: [reader.user.id] });
    await add();
    const entries = async () => (await reader.call('get_notifications_with_actors', {})).notifications;
    expect(await entries()).toMatchObject([
      {
        type: 'group_added',
        space_id: null,
        space: null,
        conversation_id: group.id,
        conversation: { id: group.id, is_group: true, name: 'Book club' },
        target_type: 'message',
        actor: { id: writer.user.id },
        read: false,
      },
    ]);
    await deliver(11 * second);
    expect(shownBy(browser)[0]).toMatchObject({
      title: 'Book club',
      body: `${writer.user.full_name} added you to Book club`,
      navigate: expect.stringContaining('/app/chat?ch='),
    });
    expect(await reader.call('get_unread_notification_count', {})).toMatchObject({ unread_count: 1 });
    expect((await reader.call('list_unread_spaces', {})).spaces).toEqual([]);
    await reader.call('mark_conversation_as_read', { conversation_id: group.id, seq: 1_000 });
    expect(await reader.call('get_unread_notification_count', {})).toMatchObject({ unread_count: 0 });
    expect(await entries()).toMatchObject([{ read: true }]);
    await writer.call('remove_participant', { conversation_id: group.id, user_id: reader.user.id });
    expect((await entries())[0]?.conversation).toMatchObject({ name: null });
    await add();
    expect(await entries()).toMatchObject([{ type: 'group_added', read: false, actor_count: 1 }]);
  });

  it('by someone on the other side of a block is impossible, and nobody else is notified', async () => {
    const { entries, third } = await newTrio();
    expect((await entries()).map(({ type }) => type)).toEqual(['group_added']);
    const { notifications } = await third.call('get_notifications_with_actors', {});
    expect(notifications.map(({ type }) => type)).toEqual(['group_added']);
  });

  it('can be removed from the list and restored', async () => {
    const { reader, entries } = await newTrio();
    const [entry] = await entries();
    const notification_id = entry?.id ?? '';
    await reader.call('delete_notification', { notification_id });
    expect(await entries()).toEqual([]);
    expect(await reader.call('restore_notification', { notification_id })).toEqual({ restored: true });
    expect(await entries()).toMatchObject([{ id: notification_id }]);
  });
});

describe('Mentions in a group', () => {
  it('are pushed three times an hour and emailed once, then together', async () => {
    const { writer, reader, id, browser } = await newTrio();
    for (let number = 1; number <= 5; number += 1) {
      await sendText(writer, id, `@${reader.user.username} ${number}`);
      await deliver(6 * minute);
      pass(6 * minute);
    }
    expect(browser.received).toHaveLength(3);
    expect(await bundlesTo(reader)).toHaveLength(1);
    await deliver(60 * minute);
    expect(await bundlesTo(reader)).toHaveLength(2);
    expect(await queued()).toEqual([]);
  });
});
