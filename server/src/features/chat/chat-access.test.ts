import { beforeAll, describe, expect, it } from 'vitest';
import { api, type OperationId } from '#contract/api.ts';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Message } from '#contract/features/chat/messages.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import type { TestPerson } from '#testing/people.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
let [admin, member, removed, stranger]: TestPerson[] = [];
let group: Conversation;
let direct: Conversation;
/** Messages of `admin` in the group: before and after `removed` was removed. */
let before: Message;
let after: Message;
let file_url: string;

beforeAll(async () => {
  [admin, member, removed, stranger] = await newChatters(server, 4);
  if (!admin || !member || !removed) throw new Error('no people');
  group = await newGroup(admin, [member, removed]);
  before = await sendText(admin, group.id, 'before');
  await admin.call('remove_participant', { conversation_id: group.id, user_id: removed.user.id });
  const upload = await newUpload(admin, { purpose: 'chat_image' });
  ({ message: after } = await admin.call('send_message', {
    conversation_id: group.id,
    client_id: newId(),
    content: 'after',
    upload_ids: [upload.id],
  }));
  file_url = after.attachment_url ?? '';
  direct = (await admin.call('get_or_create_conversation', { user_id: member.user.id })).conversation;
});

/** Every call about a conversation or a message, with the error of those who were never in it, and of someone who was removed. */
const calls: [OperationId, () => object, string, string][] = [
  ['get_conversation', () => ofGroup(), 'conversation_not_found', 'done'],
  [
    'find_conversation_by_slug',
    () => ({ slug: group.id.replaceAll('-', '') }),
    'conversation_slug_not_found',
    'done',
  ],
  ['update_group', () => ({ ...ofGroup(), name: 'Mine' }), 'conversation_not_found', 'not_in_conversation'],
  ['list_participants', () => ofGroup(), 'conversation_not_found', 'not_in_conversation'],
  [
    'add_participants',
    () => ({ ...ofGroup(), user_ids: [stranger?.user.id] }),
    'conversation_not_found',
    'not_in_conversation',
  ],
  [
    'remove_participant',
    () => ({ ...ofGroup(), user_id: member?.user.id }),
    'conversation_not_found',
    'not_in_conversation',
  ],
  [
    'set_participant_admin',
    () => ({ ...ofGroup(), user_id: member?.user.id, is_admin: true }),
    'conversation_not_found',
    'not_in_conversation',
  ],
  ['leave_conversation', () => ofGroup(), 'conversation_not_found', 'done'],
  ['mark_conversation_as_read', () => ({ ...ofGroup(), seq: 99 }), 'conversation_not_found', 'done'],
  ['mark_conversation_as_unread', () => ofGroup(), 'conversation_not_found', 'done'],
  ['mute_conversation', () => ({ ...ofGroup(), duration: '1_hour' }), 'conversation_not_found', 'done'],
  ['accept_message_request', () => ofGroup(), 'conversation_not_found', 'done'],
  ['delete_message_request', () => ofGroup(), 'conversation_not_found', 'done'],
  ['list_messages', () => ofGroup(), 'conversation_not_found', 'done'],
  [
    'list_messages',
    () => ({ ...ofGroup(), anchor: after.id }),
    'conversation_not_found',
    'message_not_found',
  ],
  ['list_conversation_images', () => ofGroup(), 'conversation_not_found', 'done'],
  ['search_messages', () => ({ ...ofGroup(), search: 'after' }), 'conversation_not_found', 'done'],
  [
    'send_message',
    () => ({ ...ofGroup(), client_id: newId(), content: 'x' }),
    'conversation_not_found',
    'not_in_conversation',
  ],
  ['get_message', () => ({ message_id: after.id }), 'message_not_found', 'message_not_found'],
  ['get_message', () => ({ message_id: before.id }), 'message_not_found', 'done'],
  [
    'update_message',
    () => ({ message_id: before.id, content: 'x' }),
    'message_not_found',
    'not_in_conversation',
  ],
  [
    'update_message',
    () => ({ message_id: after.id, content: 'x' }),
    'message_not_found',
    'message_not_found',
  ],
  ['delete_message', () => ({ message_id: before.id }), 'message_not_found', 'not_in_conversation'],
  [
    'remove_message_link_preview',
    () => ({ message_id: before.id }),
    'message_not_found',
    'not_in_conversation',
  ],
  [
    'add_message_reaction',
    () => ({ message_id: before.id, kind: '👍' }),
    'message_not_found',
    'not_in_conversation',
  ],
  [
    'remove_message_reaction',
    () => ({ message_id: before.id, kind: '👍' }),
    'message_not_found',
    'not_in_conversation',
  ],
  ['list_message_reactors', () => ({ message_id: before.id, kind: '👍' }), 'message_not_found', 'done'],
  [
    'list_message_reactors',
    () => ({ message_id: after.id, kind: '👍' }),
    'message_not_found',
    'message_not_found',
  ],
  [
    'report_message',
    () => ({ message_id: after.id, reason: 'spam' }),
    'message_not_found',
    'message_not_found',
  ],
  ['get_message_draft', () => ofGroup(), 'conversation_not_found', 'done'],
  [
    'save_message_draft',
    () => ({
      ...ofGroup(),
      client_id: newId(),
      base_version: 0,
      client_edited_at: new Date().toISOString(),
      content: 'x',
    }),
    'conversation_not_found',
    'done',
  ],
  ['discard_message_draft', () => ofGroup(), 'conversation_not_found', 'done'],
];
const ofGroup = () => ({ conversation_id: group.id });

const resultOf = async (person: TestPerson | undefined, operation: OperationId, input: object) => {
  try {
    await person?.call(operation, input as never);
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it('Sending a message again says nothing to those who left or were removed meanwhile', async () => {
  const [writer, leaver, other] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
  const { id: conversation_id } = await newGroup(writer, [leaver, other]);
  const resend = [leaver, other].map((person) => {
    const message = { conversation_id, client_id: newId(), content: 'Mine' };
    return () => person.call('send_message', message);
  });
  for (const send of resend) await send();
  await leaver.call('leave_conversation', { conversation_id });
  await writer.call('remove_participant', { conversation_id, user_id: other.user.id });
  await sendText(writer, conversation_id, 'Now we are alone');
  for (const send of resend)
    await expect(send()).rejects.toMatchObject({ status: 403, code: 'not_in_conversation' });
});

/** The results of someone whom the other person of a direct conversation has blocked. Reading what is there stays possible. */
const whenBlocked: [OperationId, () => object, string][] = [
  ['send_message', () => ({ ...ofDirect(), client_id: newId(), content: 'x' }), 'cannot_message_person'],
  ['update_message', () => ({ message_id: mine.id, content: 'y' }), 'cannot_message_person'],
  ['add_message_reaction', () => ({ message_id: theirs.id, kind: '👍' }), 'cannot_message_person'],
  ['list_messages', () => ofDirect(), 'done'],
  ['get_message', () => ({ message_id: theirs.id }), 'done'],
  ['mark_conversation_as_read', () => ({ ...ofDirect(), seq: 99 }), 'done'],
  ['get_conversation', () => ofDirect(), 'done'],
];
let mine: Message;
let theirs: Message;
let blockedDirect: Conversation;
const ofDirect = () => ({ conversation_id: blockedDirect.id });

describe('Chat', () => {
  it('has a row above for each endpoint about a conversation or a message', () => {
    const about = (Object.keys(api) as OperationId[]).filter((name) =>
      /:(conversation_id|message_id)\b|by-slug\/:slug/.test(api[name].path),
    );
    expect(new Set(calls.map(([operation]) => operation))).toEqual(new Set([...about, 'search_messages']));
  });

  it('lets someone who is blocked only read what is there', async () => {
    const [blocked, blocking] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
    const { user_id } = { user_id: blocking.user.id };
    ({ conversation: blockedDirect } = await blocked.call('get_or_create_conversation', { user_id }));
    mine = await sendText(blocked, blockedDirect.id);
    theirs = await sendText(blocking, blockedDirect.id);
    await blocking.call('block_user', { user_id: blocked.user.id });
    const results: [OperationId, string][] = [];
    for (const [operation, input] of whenBlocked)
      results.push([operation, await resultOf(blocked, operation, input())]);
    expect(results).toEqual(whenBlocked.map(([operation, , code]) => [operation, code]));
  });

  it.each(calls)('denies %s to those who were never in the conversation', async (operation, input, code) => {
    expect(await resultOf(stranger, operation, input())).toBe(code);
  });

  it.each(calls)(
    'lets someone who was removed only read what they could: %s',
    async (operation, input, _code, code) => {
      expect(await resultOf(removed, operation, input())).toBe(code);
    },
  );

  it('shows someone who was removed nothing of what came later', async () => {
    const { messages } = (await removed?.call('list_messages', ofGroup())) ?? { messages: [] };
    expect(messages.map(({ system, content }) => system?.type ?? content)).toEqual([
      'group_created',
      'before',
      'participant_removed',
    ]);
    const found = await removed?.call('search_messages', { search: 'after' });
    expect(found?.messages).toEqual([]);
    const listed = await removed?.call('get_conversation', ofGroup());
    expect(listed?.conversation).toMatchObject({
      status: 'removed',
      send_barrier: 'left',
      latest_message_kind: 'system',
      last_seq: 3,
    });
  });

  it('shows someone who was removed neither a later name and icon, nor who is in the group', async () => {
    const { id: icon_upload_id } = await newUpload(admin as TestPerson, { purpose: 'chat_icon' });
    const change = { ...ofGroup(), name: 'Renamed later', icon_upload_id };
    const { conversation } = (await admin?.call('update_group', change)) ?? {};
    await removed?.call('block_user', { user_id: member?.user.id ?? '' });
    const seen = (await removed?.call('get_conversation', ofGroup()))?.conversation;
    expect(seen).toMatchObject({
      name: 'A group',
      conversation_name: 'A group',
      icon: null,
      other_participants: [],
      participant_count: 0,
      blocked_user_ids: [],
    });
    const find = async (search: string) =>
      (await removed?.call('list_conversations', { search }))?.conversations.length;
    expect([await find('Renamed'), await find('A group')]).toEqual([0, 1]);
    const url = conversation?.icon?.url ?? '';
    const statuses = [admin, removed].map(async (person) => (await person?.fetch(url))?.status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
  });

  it('delivers events and signals to participants only', async () => {
    const channel = `conversation:${group.id}`;
    for (const person of [stranger, removed, undefined]) {
      const listener = await listen(server.url, person);
      expect(await listener.subscribe(channel)).toEqual({ ok: false, reason: 'forbidden' });
      listener.close();
    }
    const listener = await listen(server.url, member);
    expect(await listener.subscribe(channel)).toMatchObject({ ok: true });
    listener.close();
  });

  it('sends files only to those who may read the message', async () => {
    const statusFor = async (person: TestPerson | undefined) =>
      (await (person ?? server.client()).fetch(file_url)).status;
    expect(await statusFor(member)).toBe(200);
    expect(await statusFor(admin)).toBe(200);
    expect(await statusFor(removed)).toBe(404);
    expect(await statusFor(stranger)).toBe(404);
    expect(await statusFor(undefined)).toBe(404);
    await admin?.call('delete_message', { message_id: after.id });
    expect(await statusFor(member)).toBe(404);
  });

  it('lets no one use the settings of groups in a direct conversation', async () => {
    const conversation_id = direct.id;
    const user_id = member?.user.id ?? '';
    const errors = [
      await resultOf(admin, 'update_group', { conversation_id, name: 'x' }),
      await resultOf(admin, 'add_participants', { conversation_id, user_ids: [stranger?.user.id] }),
      await resultOf(admin, 'remove_participant', { conversation_id, user_id }),
      await resultOf(admin, 'set_participant_admin', { conversation_id, user_id, is_admin: true }),
      await resultOf(admin, 'leave_conversation', { conversation_id }),
    ];
    expect(errors).toEqual(errors.map(() => 'not_a_group'));
  });

  it('lets only the sender edit and delete, and only admins manage a group', async () => {
    const mine = await sendText(admin as TestPerson, group.id);
    expect(await resultOf(member, 'update_message', { message_id: mine.id, content: 'x' })).toBe(
      'not_sender',
    );
    expect(await resultOf(member, 'delete_message', { message_id: mine.id })).toBe('not_sender');
    const ofMember = { ...ofGroup(), user_id: admin?.user.id };
    for (const [operation, input] of [
      ['update_group', { ...ofGroup(), name: 'x' }],
      ['add_participants', { ...ofGroup(), user_ids: [stranger?.user.id] }],
      ['remove_participant', ofMember],
      ['set_participant_admin', { ...ofMember, is_admin: false }],
    ] as const)
      expect(await resultOf(member, operation, input)).toBe('group_admin_required');
  });
});
