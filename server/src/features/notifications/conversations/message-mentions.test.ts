import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nowMs, withFrozenTime } from '#server/platform/clock.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { subscribeBrowser } from '#testing/fakes/push-browsers.ts';
import { startPushService } from '#testing/fakes/push-service.ts';
import { runJob } from '#testing/jobs.ts';
import type { TestPerson } from '#testing/people.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { sharedServer } from '#testing/server.ts';
import { deliverDue } from '../delivery/deliver-notifications.job.ts';

const server = sharedServer({ runsJobs: false });
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());

const at = ({ user }: TestPerson) => `@${user.username}`;
const mentionsOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications.filter(
    ({ type }) => type === 'mention',
  );
const deliver = () =>
  withFrozenTime(nowMs() + 11_000, async () => {
    await runJob(server, 'notify-participants');
    while (await deliverDue(server.running.platform, { policy: service.policy }));
  });

async function newScene() {
  const [writer, reader, third] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
  const { id } = await newGroup(writer, [reader, third], 'Book club');
  for (const person of [reader, third]) await person.call('mark_all_notifications_as_read', {});
  await server.db.deleteFrom('notification_deliveries').execute();
  const write = (content: string) => sendText(writer, id, content);
  return { writer, reader, third, id, write };
}

describe('A mention in a group', () => {
  it('is part of the message for everybody, and notifies once, also of an edit that adds one', async () => {
    const { writer, reader, third, id, write } = await newScene();
    const message = await write(`Ask ${at(reader).toUpperCase()} and @nobody-here`);
    expect(message.mentions).toEqual([
      { id: reader.user.id, username: reader.user.username, full_name: reader.user.full_name },
    ]);
    const { messages } = await third.call('list_messages', { conversation_id: id });
    expect(messages.at(-1)?.mentions).toEqual(message.mentions);
    expect(await mentionsOf(reader)).toMatchObject([
      {
        conversation_id: id,
        target_type: 'message',
        target_id: message.id,
        content_preview: `Ask @${reader.user.full_name} and @nobody-here`,
        actor: { id: writer.user.id },
      },
    ]);
    const edit = (content: string) => writer.call('update_message', { message_id: message.id, content });
    const { message: edited } = await edit(`Ask ${at(reader)}, or ${at(third)}`);
    expect(edited.mentions).toHaveLength(2);
    expect(await mentionsOf(reader)).toHaveLength(1);
    expect(await mentionsOf(third)).toHaveLength(1);
    await edit('Ask nobody');
    await edit(`Ask ${at(reader)} again`);
    expect(await mentionsOf(reader)).toHaveLength(1);
  });

  it('that an edit takes away or changes is taken back or changed in the list, also if the message is deleted', async () => {
    const { writer, reader, third, write } = await newScene();
    const browser = await subscribeBrowser(server, service, reader);
    const other = await subscribeBrowser(server, service, third);
    const { id: message_id } = await write(`${at(reader)} ${at(third)} the secret is 1234`);
    const edit = (content: string) => writer.call('update_message', { message_id, content });
    await edit(`${at(third)} never mind`);
    expect(await mentionsOf(reader)).toEqual([]);
    const [entry] = await mentionsOf(third);
    expect(entry?.content_preview).toBe(`@${third.user.full_name} never mind`);
    const notification_id = entry?.id ?? '';
    await third.call('delete_notification', { notification_id });
    await edit(`${at(third)} it was nothing`);
    await third.call('restore_notification', { notification_id });
    expect(await mentionsOf(third)).toMatchObject([
      { content_preview: `@${third.user.full_name} it was nothing` },
    ]);
    await third.call('delete_notification', { notification_id });
    await edit('Nothing');
    expect(await third.call('restore_notification', { notification_id })).toEqual({ restored: false });
    await writer.call('delete_message', { message_id });
    await deliver();
    expect([...browser.received, ...other.received]).toEqual([]);
  });

  it('is not in the list anymore after a deletion, nor sent, whatever the message said about it', async () => {
    const { writer, reader, write } = await newScene();
    const browser = await subscribeBrowser(server, service, reader);
    const forget = (id: string) =>
      server.db.updateTable('chat_messages').set({ mentioned_user_ids: null }).where('id', '=', id).execute();
    const { id: message_id, seq, conversation_id } = await write(`${at(reader)} the secret is 1234`);
    await forget(message_id);
    await deliver();
    expect(browser.received).toHaveLength(1);
    expect(JSON.stringify(browser.received[0]?.payload)).not.toContain('mentioned you');
    await writer.call('delete_message', { message_id });
    expect(await mentionsOf(reader)).toEqual([]);
    await reader.call('mark_conversation_as_read', { conversation_id, seq });
    browser.received.length = 0;
    const { id } = await write(at(reader));
    await server.db
      .updateTable('chat_messages')
      .set({ deleted_at: new Date().toISOString() as never })
      .where('id', '=', id)
      .execute();
    await deliver();
    expect(browser.received).toEqual([]);
  });

  it('by an edit is impossible of people who may not read the message', async () => {
    const [writer, reader, late] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
    const { id } = await newGroup(writer, [reader], 'Book club');
    const { id: message_id } = await sendText(writer, id, 'Before you came');
    await writer.call('add_participants', { conversation_id: id, user_ids: [late.user.id] });
    const content = `The secret of ${at(late)} and ${at(reader)}`;
    const { message } = await writer.call('update_message', { message_id, content });
    expect(message.mentions).toMatchObject([{ id: reader.user.id }]);
    expect(await mentionsOf(late)).toEqual([]);
    expect(await mentionsOf(reader)).toHaveLength(1);
  });

  it('that an edit adds to a message already read is read with the conversation', async () => {
    const { writer, reader, id, write } = await newScene();
    const { id: message_id, seq } = await write('Hello');
    const read = () => reader.call('mark_conversation_as_read', { conversation_id: id, seq });
    await read();
    await writer.call('update_message', { message_id, content: `Hello ${at(reader)}` });
    expect(await mentionsOf(reader)).toMatchObject([{ read: false }]);
    await read();
    expect(await mentionsOf(reader)).toMatchObject([{ read: true }]);
  });

  it('that an edit adds to a message already read is read with all conversations', async () => {
    const { writer, reader, third, id, write } = await newScene();
    const { id: message_id } = await write('Read soon');
    for (const person of [reader, third])
      await person.call('mark_conversation_as_read', { conversation_id: id, seq: 1_000 });
    await writer.call('update_message', { message_id, content: `${at(reader)} ${at(third)}` });
    expect(await reader.call('mark_all_conversations_as_read', {})).toEqual({ count: 0 });
    expect(await mentionsOf(reader)).toMatchObject([{ read: true }]);
    expect(await reader.call('get_unread_notification_count', {})).toMatchObject({ unread_count: 0 });
    expect(await mentionsOf(third)).toMatchObject([{ read: false }]);
  });

  it('is pushed alone, and what else is unread without it', async () => {
    const { reader, third, write } = await newScene();
    const browser = await subscribeBrowser(server, service, reader);
    const other = await subscribeBrowser(server, service, third);
    await write(`${at(reader)}, are you coming?`);
    await deliver();
    const bodies = (one: typeof browser) =>
      one.received.map(({ payload }) => (payload.notification as { body: string }).body);
    expect(bodies(browser)).toEqual([
      expect.stringMatching(/ mentioned you in Book club\n@.*, are you coming\?$/),
    ]);
    expect(bodies(other)).toEqual([expect.stringContaining('are you coming?')]);
    expect(browser.received[0]?.urgency).toBe('high');
  });

  it('is not sent once the message was deleted or read, and is gone or read in the list', async () => {
    const { writer, reader, id, write } = await newScene();
    const browser = await subscribeBrowser(server, service, reader);
    const { id: message_id } = await write(at(reader));
    await writer.call('delete_message', { message_id });
    expect(await mentionsOf(reader)).toEqual([]);
    const { seq } = await write(at(reader));
    await reader.call('mark_conversation_as_read', { conversation_id: id, seq });
    expect(await mentionsOf(reader)).toMatchObject([{ read: true }]);
    await deliver();
    expect(browser.received).toEqual([]);
  });

  it('in a muted group, by blocked people, of former participants and of oneself notifies nobody', async () => {
    const { writer, reader, third, id, write } = await newScene();
    await reader.call('mute_conversation', { conversation_id: id, duration: 'always' });
    await third.call('block_user', { user_id: writer.user.id });
    await write(`${at(reader)} ${at(third)} ${at(writer)}`);
    for (const person of [writer, reader, third]) expect(await mentionsOf(person)).toEqual([]);
    await third.call('unblock_user', { user_id: writer.user.id });
    await third.call('leave_conversation', { conversation_id: id });
    const { mentions } = await write(at(third));
    expect(mentions).toEqual([]);
    expect(await mentionsOf(third)).toEqual([]);
  });

  it('takes no statement more for a message without one', async () => {
    const { reader, write } = await newScene();
    const plain = await recordQueries(() => write('No mention'));
    const withUnknown = await recordQueries(() => write('@nobody-here'));
    expect(withUnknown).toHaveLength(plain.length);
    expect((await recordQueries(() => write(at(reader)))).length - plain.length).toBeLessThanOrEqual(3);
  });
});

describe('Several mentions in a group', () => {
  it('are one entry with the latest text and all who wrote them, which a new one makes unread again', async () => {
    const { writer, reader, third, id, write } = await newScene();
    await write(`${at(reader)} one`);
    const last = await sendText(third, id, `${at(reader)} two`);
    const [entry, ...others] = await mentionsOf(reader);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      target_id: last.id,
      content_preview: `@${reader.user.full_name} two`,
      actor_count: 2,
      actor_names: [third.user.full_name, writer.user.full_name],
    });
    expect(await reader.call('get_unread_notification_count', {})).toMatchObject({ unread_count: 1 });
    await reader.call('mark_conversation_as_read', { conversation_id: id, seq: last.seq });
    await write(`${at(reader)} three`);
    expect(await mentionsOf(reader)).toMatchObject([{ id: entry?.id, read: false, actor_count: 2 }]);
    const { id: other } = await newGroup(writer, [reader], 'Another club');
    await sendText(writer, other, at(reader));
    expect(await mentionsOf(reader)).toHaveLength(2);
  });

  it('lead to an earlier one once the latest was deleted or edited away, until none is left', async () => {
    const { writer, reader, third, id, write } = await newScene();
    const first = await write(`${at(reader)} one`);
    const second = await sendText(third, id, `${at(reader)} two`);
    const latest = await write(`${at(reader)} three`);
    await writer.call('update_message', { message_id: latest.id, content: 'Nobody' });
    expect(await mentionsOf(reader)).toMatchObject([
      { target_id: second.id, content_preview: `@${reader.user.full_name} two`, actor_count: 2 },
    ]);
    await third.call('delete_message', { message_id: second.id });
    expect(await mentionsOf(reader)).toMatchObject([
      {
        target_id: first.id,
        content_preview: `@${reader.user.full_name} one`,
        actor_count: 1,
        actor_names: [writer.user.full_name],
        actor: { id: writer.user.id },
      },
    ]);
    await writer.call('delete_message', { message_id: first.id });
    expect(await mentionsOf(reader)).toEqual([]);
    expect(await reader.call('get_unread_notification_count', {})).toMatchObject({ unread_count: 0 });
  });

  it("don't name someone anymore who deleted an earlier one", async () => {
    const { writer, reader, third, id, write } = await newScene();
    const first = await sendText(third, id, `${at(reader)} one`);
    const last = await write(`${at(reader)} two`);
    await third.call('delete_message', { message_id: first.id });
    expect(await mentionsOf(reader)).toMatchObject([
      { target_id: last.id, actor_count: 1, actor_names: [writer.user.full_name] },
    ]);
  });

  it('are read once only those are left that were read', async () => {
    const { writer, reader, id, write } = await newScene();
    const first = await write(`${at(reader)} one`);
    await reader.call('mark_conversation_as_read', { conversation_id: id, seq: first.seq });
    const { id: message_id } = await write(`${at(reader)} two`);
    await writer.call('delete_message', { message_id });
    expect(await mentionsOf(reader)).toMatchObject([{ target_id: first.id, read: true }]);
    expect(await reader.call('get_unread_notification_count', {})).toMatchObject({ unread_count: 0 });
  });

  it("don't come back after their entry was removed", async () => {
    const { writer, reader, write } = await newScene();
    await write(`${at(reader)} one`);
    const [entry] = await mentionsOf(reader);
    await reader.call('delete_notification', { notification_id: entry?.id ?? '' });
    const { id: message_id } = await write(`${at(reader)} two`);
    await writer.call('delete_message', { message_id });
    expect(await mentionsOf(reader)).toEqual([]);
  });

  it('are pushed as they come, and not as unread messages too', async () => {
    const { reader, write } = await newScene();
    const browser = await subscribeBrowser(server, service, reader);
    for (const text of ['one', 'two']) {
      await write(`${at(reader)} ${text}`);
      await deliver();
    }
    expect(browser.received.map(({ payload }) => (payload.notification as { body: string }).body)).toEqual([
      expect.stringMatching(/mentioned you in Book club\n@.* one$/),
      expect.stringMatching(/mentioned you in Book club\n@.* two$/),
    ]);
  });
});

it('A mention is pushed to a browser that got the one before while another browser failed', async () => {
  const { reader, write } = await newScene();
  const browser = await subscribeBrowser(server, service, reader);
  service.state.failing = await subscribeBrowser(server, service, reader);
  await write(`${at(reader)} one`);
  await deliver();
  service.state.failing = null;
  await write(`${at(reader)} two`);
  await deliver();
  expect(browser.received.map(({ payload }) => (payload.notification as { body: string }).body)).toEqual([
    expect.stringMatching(/one$/),
    expect.stringMatching(/two$/),
  ]);
});

it('A mention in a direct conversation is a message like others', async () => {
  const [writer, reader] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
  const { conversation } = await writer.call('get_or_create_conversation', { user_id: reader.user.id });
  const { mentions } = await sendText(writer, conversation.id, `Hi ${at(reader)}`);
  expect(mentions).toMatchObject([{ id: reader.user.id }]);
  expect(await mentionsOf(reader)).toEqual([]);
  const browser = await subscribeBrowser(server, service, reader);
  await deliver();
  expect(browser.received).toHaveLength(1);
});
