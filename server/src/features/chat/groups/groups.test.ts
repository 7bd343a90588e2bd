import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { listen } from '#testing/live.ts';
import type { TestPerson } from '#testing/people.ts';
import { newPeopleBySql, newPersonBySql } from '#testing/people-by-sql.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

async function newGroupOf(count: number) {
  const people = await newChatters(server, count);
  const [admin, ...others] = people as [TestPerson, ...TestPerson[]];
  const group = await newGroup(admin, others);
  return { admin, others, group, conversation_id: group.id };
}
const linesOf = async (person: TestPerson, conversation_id: string) =>
  (await person.call('list_messages', { conversation_id })).messages.flatMap(
    ({ system }) => system?.type ?? [],
  );
const idOf = ({ user }: TestPerson) => user.id;

describe('A group', () => {
  it('is created once, by its admin, with people who take messages from them', async () => {
    const [admin, ...others] = (await newChatters(server, 3)) as [TestPerson, ...TestPerson[]];
    const input = { client_id: newId(), name: 'Film club', user_ids: others.map(idOf) };
    const [one, two] = await Promise.all([
      admin.call('create_group', input),
      admin.call('create_group', input),
    ]);
    expect(one.conversation.id).toBe(two.conversation.id);
    expect(one.conversation).toMatchObject({
      is_group: true,
      conversation_name: 'Film club',
      participant_count: 3,
      is_admin: true,
      can: { send: true, edit: true, add: true, remove: true, leave: true },
    });
    for (const other of others) {
      const { conversations } = await other.call('list_conversations', {});
      expect(conversations).toMatchObject([{ id: one.conversation.id, unread_count: 0, is_admin: false }]);
    }
    const [refusing] = await newPeopleBySql(server, 1);
    const create = (user_ids: string[]) =>
      admin.call('create_group', { ...input, client_id: newId(), user_ids });
    await expect(create([refusing?.user.id ?? ''])).rejects.toMatchObject({ code: 'cannot_message_person' });
    await expect(create([newId()])).rejects.toMatchObject({ code: 'person_not_found' });
    await expect(create([admin.user.id])).rejects.toMatchObject({ code: 'cannot_message_self' });
    await expect(create([])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(
      admin.call('create_group', { ...input, client_id: newId(), name: 'a\u202eb' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('has the name that it had then for those who were removed, also in the search', async () => {
    const { admin, others, conversation_id } = await newGroupOf(2);
    const [removed] = others as [TestPerson];
    await sendText(admin, conversation_id, 'needle');
    const user_id = removed.user.id;
    await admin.call('remove_participant', { conversation_id, user_id });
    const { conversation } = await removed.call('get_conversation', { conversation_id });
    await admin.call('update_group', { conversation_id, name: 'After the removal' });
    const { messages } = await removed.call('search_messages', { search: 'needle' });
    expect(messages.map(({ conversation_name }) => conversation_name)).toEqual([conversation.name]);
  });

  it('gets another name and icon from its admin, with a line for each', async () => {
    const { admin, others, conversation_id } = await newGroupOf(2);
    const { id: icon_upload_id } = await newUpload(admin, { purpose: 'chat_icon' });
    const change = { conversation_id, name: 'Other', icon_upload_id };
    const { conversation } = await admin.call('update_group', change);
    expect(conversation).toMatchObject({ name: 'Other', icon: { id: icon_upload_id } });
    await admin.call('update_group', change);
    expect(await linesOf(admin, conversation_id)).toEqual(['group_created', 'name_changed', 'icon_changed']);
    const url = conversation.icon?.url ?? '';
    expect((await others[0]?.fetch(url))?.status).toBe(200);
    expect((await server.client().fetch(url)).status).toBe(404);
    const { conversation: without } = await admin.call('update_group', {
      conversation_id,
      icon_upload_id: null,
    });
    expect(without.icon).toBeNull();
  });

  it('shows people who are added what is written from then on, and after they come back what they could read before', async () => {
    const { admin, others, conversation_id } = await newGroupOf(2);
    const [late] = (await newChatters(server, 1)) as [TestPerson];
    await sendText(admin, conversation_id, 'before');
    const add = () => admin.call('add_participants', { conversation_id, user_ids: [late.user.id] });
    await add();
    await add();
    await sendText(admin, conversation_id, 'first stay');
    await late.call('leave_conversation', { conversation_id });
    await late.call('leave_conversation', { conversation_id });
    await sendText(admin, conversation_id, 'between');
    const textsOf = async (person: TestPerson) =>
      (await person.call('list_messages', { conversation_id })).messages.map(
        ({ content, system }) => system?.type ?? content,
      );
    expect(await textsOf(late)).toEqual(['participants_added', 'first stay', 'participant_left']);
    await expect(add()).rejects.toMatchObject({ code: 'participant_left' });
    await server.db
      .updateTable('chat_participants')
      .set({ left_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where('conversation_id', '=', conversation_id)
      .where('user_id', '=', late.user.id)
      .execute();
    await add();
    const stays = ['participants_added', 'first stay', 'participant_left', 'participants_added'];
    expect(await textsOf(late)).toEqual(stays);
    const { conversation } = await late.call('get_conversation', { conversation_id });
    expect(conversation).toMatchObject({ status: 'active', unread_count: 0, participant_count: 3 });
    expect((await textsOf(others[0] as TestPerson)).length).toBe(7);
  });

  it('keeps what someone wrote before they were removed theirs when they are added again, without what came between', async () => {
    const { admin, others, conversation_id } = await newGroupOf(3);
    const [back] = others as [TestPerson];
    const upload = await newUpload(back, { purpose: 'chat_image' });
    const { message: mine } = await back.call('send_message', {
      conversation_id,
      client_id: newId(),
      content: 'mine of the first stay',
      upload_ids: [upload.id],
    });
    const user_id = back.user.id;
    await admin.call('remove_participant', { conversation_id, user_id });
    const between = await sendText(admin, conversation_id, 'written between');
    const about = await admin.call('send_message', {
      conversation_id,
      client_id: newId(),
      content: 'about it',
      reply_to_id: between.id,
    });
    for (let count = 0; count < 70; count += 1) await sendText(admin, conversation_id, `gap ${count}`);
    await admin.call('add_participants', { conversation_id, user_ids: [user_id] });
    const last = await sendText(admin, conversation_id, 'of the second stay');
    // A page to each side of the gap, from both ends.
    const newest = await back.call('list_messages', { conversation_id });
    const firstSeq = newest.messages[0]?.seq ?? 0;
    expect(newest.messages.map(({ content, system }) => system?.type ?? content)).toEqual([
      'group_created',
      'mine of the first stay',
      'participant_removed',
      'participants_added',
      'of the second stay',
    ]);
    expect([newest.has_more_before, newest.has_more_after]).toEqual([false, false]);
    const after = await back.call('list_messages', { conversation_id, after: firstSeq });
    expect(after.messages.map(({ id }) => id)).toEqual(newest.messages.slice(1).map(({ id }) => id));
    expect(
      (await back.call('list_messages', { conversation_id, anchor: `seq:${between.seq}` })).messages,
    ).toHaveLength(5);
    expect(newest.messages.at(-1)?.id).toBe(last.id);
    // Found, answered, changed and opened like any other of theirs.
    expect((await back.call('search_messages', { search: 'first stay' })).messages).toHaveLength(1);
    expect((await back.call('search_messages', { search: 'gap' })).messages).toEqual([]);
    expect((await back.fetch(mine.attachment_url ?? '')).status).toBe(200);
    await back.call('update_message', { message_id: mine.id, content: 'changed' });
    const reply = { conversation_id, client_id: newId(), content: 'again', reply_to_id: mine.id };
    expect((await back.call('send_message', reply)).message.reply_to?.excerpt).toBe('changed');
    await back.call('add_message_reaction', { message_id: mine.id, kind: '👍' });
    for (const { id } of [between, about.message])
      await expect(back.call('get_message', { message_id: id })).rejects.toMatchObject({
        code: 'message_not_found',
      });
    const toBetween = { ...reply, client_id: newId(), reply_to_id: between.id };
    await expect(back.call('send_message', toBetween)).rejects.toMatchObject({ code: 'message_not_found' });
    // Only the last one: what came between isn't theirs.
    expect((await back.call('get_conversation', { conversation_id })).conversation.unread_count).toBe(1);
  });

  it('needs a name that is seen', async () => {
    const [admin, other] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
    const create = (name: string) =>
      admin.call('create_group', { client_id: newId(), name, user_ids: [other.user.id] });
    for (const name of ['\u3164', '\u115f\u1160', '\u2800 \u2800', '\u00ad', '\u034f', '\u{e0041}'])
      await expect(create(name)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('survives the deletion of its creator’s account', async () => {
    const { admin, others, conversation_id } = await newGroupOf(2);
    const [member] = others as [TestPerson];
    await sendText(member, conversation_id, 'Still here');
    await server.db.deleteFrom('users').where('id', '=', admin.user.id).execute();
    const { conversation } = await member.call('get_conversation', { conversation_id });
    expect(conversation).toMatchObject({ created_by: null, latest_message_content: 'Still here' });
  });

  it('keeps at least one admin: the first one added becomes it', async () => {
    const { admin, others, conversation_id } = await newGroupOf(3);
    const [second, third] = others as [TestPerson, TestPerson];
    const setAdmin = (person: TestPerson, other: TestPerson, is_admin: boolean) =>
      person.call('set_participant_admin', { conversation_id, user_id: other.user.id, is_admin });
    await expect(setAdmin(admin, admin, false)).rejects.toMatchObject({ code: 'group_admin_missing' });
    await setAdmin(admin, third, true);
    await setAdmin(third, third, false);
    await admin.call('leave_conversation', { conversation_id });
    const { participants } = await second.call('list_participants', { conversation_id });
    expect(participants.filter(({ is_admin }) => is_admin)).toHaveLength(1);
    expect(await linesOf(second, conversation_id)).toEqual([
      'group_created',
      'admin_added',
      'admin_removed',
      'participant_left',
      'admin_added',
    ]);
  });

  it('has at most 250 people, and a message to them takes as many statements as to two', async () => {
    const { admin, conversation_id } = await newGroupOf(2);
    // The fewest of several: delivering the event of the one before can read the participants meanwhile.
    const send = async () => {
      const counts: number[] = [];
      for (let n = 0; n < 4; n += 1) counts.push(await countQueries(() => sendText(admin, conversation_id)));
      return Math.min(...counts);
    };
    const few = await send();
    const crowd = await newPeopleBySql(server, 249);
    await server.db
      .insertInto('chat_settings')
      .values(crowd.map(({ user }) => ({ user_id: user.id, who_can_message: 'everyone' })))
      .execute();
    const user_ids = crowd.map(idOf);
    await expect(admin.call('add_participants', { conversation_id, user_ids })).rejects.toMatchObject({
      code: 'group_full',
    });
    await admin.call('add_participants', { conversation_id, user_ids: user_ids.slice(1) });
    expect(await send()).toBe(few);
    expect(few).toBeLessThanOrEqual(6);
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await admin.call('list_participants', { conversation_id, cursor });
      seen.push(...page.participants.map(({ user_id }) => user_id));
      more = page.next_cursor !== null;
      cursor = page.next_cursor ?? undefined;
    }
    expect([seen.length, new Set(seen).size, seen[0]]).toEqual([250, 250, admin.user.id]);
  });

  it('stops delivering to someone who is removed, and starts with someone who is added', async () => {
    const { admin, others, conversation_id } = await newGroupOf(2);
    const [member] = others as [TestPerson];
    const added = (await newChatters(server, 1))[0] as TestPerson;
    const [memberLive, addedLive] = [await listen(server.url, member), await listen(server.url, added)];
    const channel = `conversation:${conversation_id}`;
    await memberLive.subscribe(channel);
    await admin.call('add_participants', { conversation_id, user_ids: [added.user.id] });
    await admin.call('remove_participant', { conversation_id, user_id: member.user.id });
    await sendText(admin, conversation_id, 'secret');
    const isSecret = ({ payload }: { payload: { message: { content: string } } }) =>
      payload.message.content === 'secret';
    await addedLive.received('message.created', isSecret);
    expect(memberLive.events.some((event) => event.type === 'message.created' && isSecret(event))).toBe(
      false,
    );
    await expect.poll(() => memberLive.closed).toEqual([channel]);
    // Earlier events of the channel aren't for those who came later.
    expect(await addedLive.subscribe(channel, 0)).toMatchObject({ ok: true, refetch: true });
    memberLive.close();
    addedLive.close();
  });

  it('shows an edit of an earlier message only to those who may read it', async () => {
    const { admin, others, conversation_id } = await newGroupOf(2);
    const channel = `conversation:${conversation_id}`;
    const away = await listen(server.url, others[0] as TestPerson);
    const { seq: before } = (await away.subscribe(channel, null)) as { seq: number };
    const early = await sendText(admin, conversation_id, 'early');
    const added = (await newChatters(server, 1))[0] as TestPerson;
    await admin.call('add_participants', { conversation_id, user_ids: [added.user.id] });
    const late = await sendText(admin, conversation_id, 'late');
    const live = await listen(server.url, added);
    await admin.call('update_message', { message_id: early.id, content: 'early, edited' });
    await admin.call('update_message', { message_id: late.id, content: 'late, edited' });
    await live.received('message.edited', ({ payload }) => payload.message.id === late.id);
    await live.received('message.outdated', ({ payload }) => payload.message_id === early.id);
    expect(JSON.stringify(live.events)).not.toContain('early');
    await expect(added.call('get_message', { message_id: early.id })).rejects.toMatchObject({ status: 404 });
    // Nobody gets the text from before the edit by resuming.
    expect(await away.subscribe(channel, before)).toMatchObject({ ok: true, refetch: true });
    away.close();
    live.close();
  });

  it('shows what a reply quotes only to those who may read it', async () => {
    const { admin, others, conversation_id } = await newGroupOf(2);
    const [member] = others as [TestPerson];
    const early = await sendText(admin, conversation_id, 'early');
    const added = (await newChatters(server, 1))[0] as TestPerson;
    await admin.call('add_participants', { conversation_id, user_ids: [added.user.id] });
    const live = await listen(server.url, added);
    const sending = { conversation_id, client_id: newId(), content: 'An answer', reply_to_id: early.id };
    const { message } = await admin.call('send_message', sending);
    expect(message.reply_to).toMatchObject({ excerpt: 'early' });
    expect((await admin.call('send_message', sending)).message).toEqual(message);
    await live.received('message.created', ({ payload }) => payload.message.version === 0);
    const isReply = ({ payload }: { payload: { message_id: string } }) => payload.message_id === message.id;
    await live.received('message.outdated', isReply);
    const edit = { message_id: message.id, content: 'Another answer' };
    expect((await admin.call('update_message', edit)).message.reply_to).toMatchObject({ excerpt: 'early' });
    const isEdit = ({ payload }: { payload: { version: number } }) => payload.version === 2;
    await live.received('message.outdated', isEdit);
    const quoteFor = async (person: TestPerson) =>
      (await person.call('get_message', { message_id: message.id })).message.reply_to;
    expect(await quoteFor(member)).toMatchObject({ id: early.id, excerpt: 'early', is_readable: true });
    const hidden = { id: early.id, excerpt: '', is_readable: false, is_deleted: false };
    expect(await quoteFor(added)).toMatchObject(hidden);
    const { messages } = await added.call('list_messages', { conversation_id });
    expect(JSON.stringify([messages, live.events])).not.toContain('early');
    // Everyone may read what is written from then on.
    const reply = { ...sending, client_id: newId(), reply_to_id: message.id };
    await admin.call('send_message', reply);
    await live.received(
      'message.created',
      ({ payload }) => payload.message.reply_to?.excerpt === 'Another answer',
    );
    live.close();
  });

  it('survives removals and departures at the same time', async () => {
    const { admin, others, conversation_id } = await newGroupOf(5);
    await Promise.all(
      others.flatMap((other) => [
        admin.call('remove_participant', { conversation_id, user_id: other.user.id }),
        other.call('leave_conversation', { conversation_id }),
        sendText(other, conversation_id).catch(() => null),
      ]),
    );
    const { conversation } = await admin.call('get_conversation', { conversation_id });
    expect(conversation.participant_count).toBe(1);
    const { messages } = await admin.call('list_messages', { conversation_id });
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    const stranger = await newPersonBySql(server);
    await expect(stranger.call('get_conversation', { conversation_id })).rejects.toMatchObject({
      status: 404,
    });
  });
});

it('Participants are found by the beginnings of their names and usernames', async () => {
  const { admin, others, conversation_id } = await newGroupOf(3);
  const find = async (search: string) =>
    (await admin.call('list_participants', { conversation_id, search })).participants.map(({ id }) => id);
  const [other] = others as [TestPerson];
  expect(await find(other.user.username)).toEqual([other.user.id]);
  expect(await find('tester')).toHaveLength(3);
  expect(await find('ester')).toEqual([]);
  expect(await find('%')).toEqual([]);
});
