import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { listen, setOnline } from '#testing/live.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql, newPersonBySql } from '#testing/people-by-sql.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { newUpload } from '#testing/samples/images.ts';
import { ownServer, sharedServer } from '#testing/server.ts';
import { lockConversation } from '../messages/send.queries.ts';

const server = sharedServer();

const open = async (person: TestPerson, other: TestPerson) =>
  (await person.call('get_or_create_conversation', { user_id: other.user.id })).conversation;
const conversationOf = async (person: TestPerson, conversation_id: string) =>
  (await person.call('get_conversation', { conversation_id })).conversation;
const listed = async (person: TestPerson, filter: 'all' | 'requests' = 'all') =>
  (await person.call('list_conversations', { filter })).conversations.map(({ id }) => id);

/** Makes everyone online. */
async function seeEveryone() {
  const { rows } = await sql<{ id: string }>`
    insert into user_presence (user_id, seen_at) select id, now() from users
    on conflict (user_id) do update set seen_at = excluded.seen_at returning user_id as id`.execute(
    server.db,
  );
  setOnline(
    server,
    null,
    rows.map((user) => ({ user })),
  );
}
afterAll(() => setOnline(server, null, []));

/** Two people who share no space. */
async function newStrangers(): Promise<[TestPerson, TestPerson]> {
  const [ann, bob] = await newPeopleBySql(server, 2);
  if (!ann || !bob) throw new Error('no people');
  return [ann, bob];
}

describe('The first message to someone', () => {
  it('without a shared space is a request: one text, apart from the list, until it is accepted', async () => {
    const [ann, bob] = await newStrangers();
    const { id, will_send_request, status } = await open(ann, bob);
    expect({ will_send_request, status }).toEqual({ will_send_request: true, status: 'active' });
    expect(await listed(bob)).toEqual([]);
    const { id: upload } = await newUpload(ann, { purpose: 'chat_image' });
    const message = { conversation_id: id, client_id: newId() };
    for (const refused of [{ content: 'x'.repeat(501) }, { content: 'Look', upload_ids: [upload] }])
      await expect(ann.call('send_message', { ...message, ...refused })).rejects.toMatchObject({
        code: 'message_request_text_only',
      });
    const { id: message_id } = await sendText(ann, id, 'Hello, see https://example.com');
    const edit = () => ann.call('update_message', { message_id, content: 'Hi, see https://example.com' });
    await expect(edit()).rejects.toMatchObject({ code: 'message_request_pending' });
    await expect(sendText(ann, id)).rejects.toMatchObject({ code: 'message_request_pending' });
    expect(await conversationOf(ann, id)).toMatchObject({
      status: 'request_sent',
      send_barrier: 'request_pending',
    });
    expect([await listed(bob), await listed(bob, 'requests')]).toEqual([[], [id]]);
    expect(await bob.call('get_unread_conversations', {})).toMatchObject({
      unread_count: 0,
      request_count: 1,
    });
    await expect(sendText(bob, id)).rejects.toMatchObject({ code: 'message_request_not_accepted' });
    const { conversation } = await bob.call('accept_message_request', { conversation_id: id });
    expect(conversation).toMatchObject({ status: 'active', send_barrier: null, can: { send: true } });
    await sendText(bob, id);
    await sendText(ann, id);
    expect((await edit()).message.is_edited).toBe(true);
    expect([await listed(bob), await listed(bob, 'requests')]).toEqual([[id], []]);
    // The link of the request is read only now.
    const { rows } = await sql<{ link_url: string | null }>`
      select link_url from chat_messages where conversation_id = ${id}::uuid and seq = 1`.execute(server.db);
    expect(rows).toEqual([{ link_url: 'https://example.com' }]);
  });

  it('arrives directly if the recipient follows the sender, and only then', async () => {
    const [ann, bob] = await newStrangers();
    // The sender's own follow changes nothing.
    await ann.call('follow_user', { user_id: bob.user.id });
    const { id, will_send_request } = await open(ann, bob);
    expect(will_send_request).toBe(true);
    await bob.call('follow_user', { user_id: ann.user.id });
    expect(await conversationOf(ann, id)).toMatchObject({ will_send_request: false, send_barrier: null });
    await sendText(ann, id, 'x'.repeat(501));
    expect([await listed(bob), await listed(bob, 'requests')]).toEqual([[id], []]);
    // Someone who takes no messages takes none from people they follow, either.
    const [carl, dan] = await newStrangers();
    await dan.call('follow_user', { user_id: carl.user.id });
    await dan.call('update_chat_settings', { who_can_message: 'nobody' });
    await expect(open(carl, dan)).rejects.toMatchObject({ code: 'cannot_message_person' });
  });

  it('is accepted by following the sender, also after it was deleted, but not by their follow', async () => {
    for (const isDeleted of [false, true]) {
      const [ann, bob] = await newStrangers();
      const { id } = await open(ann, bob);
      await sendText(ann, id, 'Hello, see https://example.com');
      await ann.call('follow_user', { user_id: bob.user.id });
      expect(await listed(bob, 'requests')).toEqual([id]);
      if (isDeleted) await bob.call('delete_message_request', { conversation_id: id });
      await bob.call('follow_user', { user_id: ann.user.id });
      expect([await listed(bob), await listed(bob, 'requests')]).toEqual([[id], []]);
      expect(await conversationOf(ann, id)).toMatchObject({ status: 'active', send_barrier: null });
      const { messages } = await ann.call('list_messages', { conversation_id: id });
      await sendText(ann, id);
      await sendText(bob, id);
      expect(messages).toHaveLength(1);
    }
  });

  it('stays a request if following fails because of a block', async () => {
    const [ann, bob] = await newStrangers();
    const { id } = await open(ann, bob);
    await sendText(ann, id, 'Hello');
    await ann.call('block_user', { user_id: bob.user.id });
    await expect(bob.call('follow_user', { user_id: ann.user.id })).rejects.toMatchObject({
      code: 'cannot_follow_person',
    });
    expect([await listed(bob), await listed(bob, 'requests')]).toEqual([[], [id]]);
  });

  it('can go to those who follow, and to those who are followed: search finds both', async () => {
    const [ann, bob] = await newStrangers();
    const found = async (person: TestPerson, { user }: TestPerson) =>
      (await person.call('search_people', { search: user.username })).people.map(
        ({ user_id, will_send_request }) => [user_id, will_send_request],
      );
    expect(await found(ann, bob)).toEqual([]);
    await ann.call('follow_user', { user_id: bob.user.id });
    expect(await found(ann, bob)).toEqual([[bob.user.id, true]]);
    expect(await found(bob, ann)).toEqual([[ann.user.id, false]]);
    await bob.call('block_user', { user_id: ann.user.id });
    expect([await found(ann, bob), await found(bob, ann)]).toEqual([[], []]);
  });

  it('can go to those whom the viewer knows, whose places in the search no follower of the same name takes', async () => {
    const [ann, ...strangers] = await newPeopleBySql(server, 11, 'Zenobia');
    if (!ann) throw new Error('no people');
    await Promise.all(strangers.map((stranger) => stranger.call('follow_user', { user_id: ann.user.id })));
    // Of the same name, whoever signed up later comes later.
    const followed = await newPersonBySql(server, 'Zenobia');
    const partner = await newPersonBySql(server, 'Zenobia');
    await ann.call('follow_user', { user_id: followed.user.id });
    await partner.call('follow_user', { user_id: ann.user.id });
    await sendText(ann, (await open(ann, partner)).id);
    const member = await newMember(server, await newSpace(ann), 'Zenobia');
    const known = [followed, partner, member].map(({ user }) => user.id);
    const { people } = await ann.call('search_people', { search: 'zenobia' });
    const found = people.map(({ user_id }) => user_id);
    expect(found.slice(0, 3).toSorted()).toEqual(known.toSorted());
    expect(found.slice(3)).toEqual(strangers.slice(0, 7).map(({ user }) => user.id));
  });

  it('lets people add those to groups who follow them', async () => {
    const [ann, bob] = await newStrangers();
    const create = () =>
      ann.call('create_group', { client_id: newId(), name: 'Us', user_ids: [bob.user.id] });
    await expect(create()).rejects.toMatchObject({ code: 'cannot_message_person' });
    await bob.call('follow_user', { user_id: ann.user.id });
    expect((await create()).conversation.participant_count).toBe(2);
  });

  it('shows neither when the other was online before it is accepted', async () => {
    const [ann, bob] = await newStrangers();
    for (const person of [ann, bob]) await newSpace(person);
    await seeEveryone();
    const { id } = await open(ann, bob);
    await sendText(ann, id);
    const online = async () =>
      await Promise.all(
        [ann, bob].map(async (person) => {
          const [other] = (await conversationOf(person, id)).other_participants;
          const { participants } = await person.call('list_participants', { conversation_id: id });
          const listed = participants.find(({ user_id }) => user_id === other?.user_id);
          expect(listed).toMatchObject({ is_online: other?.is_online, last_seen_at: other?.last_seen_at });
          return [other?.is_online, other?.last_read_seq];
        }),
      );
    expect(await online()).toEqual([
      [false, null],
      [false, null],
    ]);
    await bob.call('accept_message_request', { conversation_id: id });
    expect(await online()).toEqual([
      [true, 0],
      [true, 1],
    ]);
  });

  it('that is deleted still waits for its sender, and can be accepted later', async () => {
    const [ann, bob] = await newStrangers();
    const { id } = await open(ann, bob);
    await sendText(ann, id);
    await bob.call('delete_message_request', { conversation_id: id });
    expect([await listed(bob), await listed(bob, 'requests')]).toEqual([[], []]);
    expect(await conversationOf(ann, id)).toMatchObject({ status: 'request_sent' });
    await expect(sendText(ann, id)).rejects.toMatchObject({ code: 'message_request_pending' });
    await bob.call('accept_message_request', { conversation_id: id });
    expect(await listed(bob)).toEqual([id]);
  });

  it('in a shared space is direct, unless the recipient turned that off there', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [ann, bob] = [await newMember(server, space), await newMember(server, space)];
    const reached = async () => (await open(ann, bob)).will_send_request;
    expect(await reached()).toBe(false);
    const setChat = () => bob.call('set_space_chat', { space_id: space.id, chat_enabled: false });
    for (let twice = 0; twice < 2; twice += 1) await setChat();
    expect(await publishedEvents(server, `user:${bob.user.id}`, 'space_chat.changed')).toEqual([
      { space_id: space.id, chat_enabled: false },
    ]);
    expect(await bob.call('get_space_chat', { space_id: space.id })).toEqual({ chat_enabled: false });
    expect(await reached()).toBe(true);
    // It is about those who write to Bob, not about those to whom he writes.
    expect((await open(bob, owner)).will_send_request).toBe(false);
    await bob.call('leave_space', { space_id: space.id });
    expect(await reached()).toBe(true);
    await bob.call('public_join_space', { space_id: space.id });
    expect(await reached()).toBe(false);
  });

  it('depends on who can message the recipient', async () => {
    const [ann, bob] = await newStrangers();
    const choose = (who_can_message: 'everyone' | 'shared_spaces' | 'nobody') =>
      bob.call('update_chat_settings', { who_can_message });
    await choose('nobody');
    await expect(open(ann, bob)).rejects.toMatchObject({ code: 'cannot_message_person' });
    await choose('everyone');
    const { id } = await open(ann, bob);
    await choose('nobody');
    await expect(sendText(ann, id)).rejects.toMatchObject({ code: 'cannot_message_person' });
    await choose('everyone');
    await sendText(ann, id);
    await choose('nobody');
    // Who has written before goes on.
    await sendText(ann, id);
    expect(await bob.call('get_chat_settings', {})).toMatchObject({
      settings: { who_can_message: 'nobody', read_receipts: true },
    });
  });

  it('is shown to its recipient at once, on any page', async () => {
    const [ann, bob] = await newStrangers();
    const listener = await listen(server.url, bob);
    await listener.subscribe(`user:${bob.user.id}`);
    const { id } = await open(ann, bob);
    await sendText(ann, id);
    await listener.received('conversation.list_changed', ({ payload }) => payload.conversation_id === id);
    await listener.received('message.created', ({ channel }) => channel === `conversation:${id}`);
    listener.close();
  });
});

it('Whoever writes first sees from then on whether the other is online, without a reload', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [ann, bob] = [await newMember(server, space, 'Ann'), await newMember(server, space, 'Bob')];
  await seeEveryone();
  const { id } = await open(ann, bob);
  const live = await listen(server.url, ann);
  await live.subscribe(`user:${ann.user.id}`);
  await sendText(ann, id);
  await live.received('conversation.list_changed', ({ payload }) => payload.conversation_id === id);
  const { conversations } = await ann.call('list_conversations', {});
  expect(conversations[0]?.other_participants[0]).toMatchObject({ is_online: true });
  live.close();
});

it('Someone who appears offline is neither online nor seen in chat', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [ann, bob] = [await newMember(server, space, 'Ann'), await newMember(server, space, 'Bob')];
  const { id } = await open(ann, bob);
  await sendText(ann, id);
  await sendText(bob, id);
  const shown = async () => {
    await seeEveryone();
    return (await conversationOf(ann, id)).other_participants[0];
  };
  expect(await shown()).toMatchObject({ is_online: true, last_seen_at: expect.any(String) });
  await bob.call('update_presence_settings', { appear_offline: true });
  expect(await shown()).toMatchObject({ is_online: false, last_seen_at: null });
});

describe('A block', () => {
  it('sends the other person an event only if their conversation looks different', async () => {
    const received = async (person: TestPerson) =>
      (await publishedEvents(server, `user:${person.user.id}`, 'conversation.list_changed')).length;
    const blockAndUnblock = async (viewer: TestPerson, { user }: TestPerson) => {
      await viewer.call('block_user', { user_id: user.id });
      await viewer.call('unblock_user', { user_id: user.id });
    };
    const [ann, bob] = await newStrangers();
    // Waiting: a request looks the same to its sender.
    await sendText(ann, (await open(ann, bob)).id);
    let before = await received(ann);
    await blockAndUnblock(bob, ann);
    expect(await received(ann)).toBe(before);
    // Hidden: Cleo has opened a conversation without writing.
    const [cleo, dan] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
    const { id } = await open(cleo, dan);
    await blockAndUnblock(cleo, dan);
    expect(await received(dan)).toBe(0);
    await sendText(cleo, id);
    before = await received(dan);
    await blockAndUnblock(cleo, dan);
    expect(await received(dan)).toBe(before + 2);
  });

  it('works both ways: in writing, searching, presence and reactions', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [ann, bob] = [await newMember(server, space, 'Annika'), await newMember(server, space, 'Bobby')];
    await seeEveryone();
    const { id } = await open(ann, bob);
    const message = await sendText(ann, id);
    const reply = await sendText(bob, id);
    const found = async (person: TestPerson, search: string) =>
      (await person.call('search_people', { search })).people.length;
    expect((await conversationOf(ann, id)).other_participants[0]).toMatchObject({ is_online: true });
    expect([await found(ann, 'bobby'), await found(bob, 'annika')]).toEqual([1, 1]);
    await ann.call('block_user', { user_id: bob.user.id });
    await ann.call('block_user', { user_id: bob.user.id });
    expect((await ann.call('list_blocked_users', {})).people).toHaveLength(1);
    expect((await bob.call('list_blocked_users', {})).people).toHaveLength(0);
    expect([await found(ann, 'bobby'), await found(bob, 'annika')]).toEqual([0, 0]);
    for (const [person, mine] of [
      [ann, message],
      [bob, reply],
    ] as const) {
      await expect(sendText(person, id)).rejects.toMatchObject({ code: 'cannot_message_person' });
      await expect(
        person.call('update_message', { message_id: mine.id, content: 'Rewritten' }),
      ).rejects.toMatchObject({ code: 'cannot_message_person' });
      await expect(
        person.call('add_message_reaction', { message_id: message.id, kind: '👍' }),
      ).rejects.toMatchObject({ code: 'cannot_message_person' });
      expect((await conversationOf(person, id)).other_participants[0]).toMatchObject({
        is_online: false,
        last_seen_at: null,
        last_read_seq: null,
      });
      expect((await person.call('list_recent_contacts', {})).people).toEqual([]);
      const { read_positions } = await person.call('list_messages', { conversation_id: id });
      expect(read_positions).toEqual([]);
    }
    await bob.call('delete_message', { message_id: reply.id });
    expect((await conversationOf(ann, id)).send_barrier).toBe('blocked_by_viewer');
    // Whether it is because of a block isn't said.
    expect((await conversationOf(bob, id)).send_barrier).toBe('unavailable');
    await expect(
      bob.call('create_group', { client_id: newId(), name: 'Us', user_ids: [ann.user.id] }),
    ).rejects.toMatchObject({ code: 'cannot_message_person' });
    // Nor is anyone shown as online in their groups.
    const other = await newMember(server, space);
    const { conversation: group } = await other.call('create_group', {
      client_id: newId(),
      name: 'All',
      user_ids: [ann.user.id, bob.user.id],
    });
    for (const [person, blocked] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const { other_participants } = await conversationOf(person, group.id);
      const { participants } = await person.call('list_participants', { conversation_id: group.id });
      for (const people of [other_participants, participants])
        expect(people.find(({ user_id }) => user_id === blocked.user.id)).toMatchObject({
          is_online: false,
          last_seen_at: null,
        });
    }
    await ann.call('unblock_user', { user_id: bob.user.id });
    await sendText(bob, id);
  });

  it('deletes a message request, and prevents another conversation', async () => {
    const [ann, bob] = await newStrangers();
    const { id } = await open(ann, bob);
    await sendText(ann, id);
    const before = (await ann.call('get_conversation', { conversation_id: id })).conversation;
    await bob.call('block_user', { user_id: ann.user.id });
    expect(await listed(bob, 'requests')).toEqual([]);
    // To its sender, the request waits as before.
    const { conversation } = await ann.call('get_conversation', { conversation_id: id });
    expect(conversation).toEqual(before);
    expect(conversation.send_barrier).toBe('request_pending');
    await expect(sendText(ann, id)).rejects.toMatchObject({ code: 'message_request_pending' });
    const carl = await newPersonBySql(server);
    await carl.call('block_user', { user_id: ann.user.id });
    await expect(open(ann, carl)).rejects.toMatchObject({ code: 'cannot_message_person' });
    await expect(ann.call('block_user', { user_id: ann.user.id })).rejects.toMatchObject({
      code: 'cannot_block_self',
    });
    await expect(ann.call('block_user', { user_id: newId() })).rejects.toMatchObject({
      code: 'person_not_found',
    });
  });

  it('waits for a message that is being sent', async () => {
    const [ann, bob] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
    const { id } = await open(ann, bob);
    let isBlocked = false;
    const sending = await server.db.startTransaction().execute();
    await lockConversation(sending, id);
    const blocking = ann.call('block_user', { user_id: bob.user.id }).then(() => {
      isBlocked = true;
    });
    await untilWaiting(server.db, '%');
    expect(isBlocked).toBe(false);
    await sending.commit().execute();
    await blocking;
    await expect(sendText(bob, id)).rejects.toMatchObject({ code: 'cannot_message_person' });
  });

  it('stops typing signals', async () => {
    const [ann, bob] = await newChatters(server, 2);
    if (!ann || !bob) throw new Error('no people');
    const { id } = await open(ann, bob);
    await sendText(ann, id);
    const channel = `conversation:${id}`;
    const [annLive, bobLive] = [await listen(server.url, ann), await listen(server.url, bob)];
    const received: unknown[] = [];
    bobLive.socket.on('signal', ({ user_id, payload }) => received.push([user_id, payload]));
    await annLive.subscribe(channel);
    await bobLive.subscribe(channel);
    const type = async (is_typing: boolean) => {
      annLive.socket.emit('signal', { channel, type: 'conversation.typing', payload: { is_typing } });
      // The server checks one thing at a time for a user: it has decided about the signal by then.
      await annLive.subscribe(channel);
    };
    await type(true);
    await expect.poll(() => received).toEqual([[ann.user.id, { is_typing: true }]]);
    await bob.call('block_user', { user_id: ann.user.id });
    await type(true);
    await bob.call('unblock_user', { user_id: ann.user.id });
    await ann.call('update_chat_settings', { typing_indicators: false });
    await type(true);
    await ann.call('update_chat_settings', { typing_indicators: true });
    await type(false);
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]).toEqual([ann.user.id, { is_typing: false }]);
    await bob.call('update_chat_settings', { typing_indicators: false });
    await type(true);
    await bob.call('update_chat_settings', { typing_indicators: true });
    await type(false);
    await expect.poll(() => received.length).toBe(3);
    expect(received[2]).toEqual([ann.user.id, { is_typing: false }]);
    annLive.close();
    bobLive.close();
  });

  it('stops typing signals between the two in groups, and no others', async () => {
    const [ann, blocking, silent, carl] = (await newChatters(server, 4)) as [
      TestPerson,
      TestPerson,
      TestPerson,
      TestPerson,
    ];
    const { id } = await newGroup(ann, [blocking, silent, carl]);
    await blocking.call('block_user', { user_id: ann.user.id });
    await silent.call('update_chat_settings', { typing_indicators: false });
    const channel = `conversation:${id}`;
    const people = [ann, blocking, silent, carl];
    const lives = await Promise.all(people.map((person) => listen(server.url, person)));
    const received: unknown[] = [];
    for (const [index, { socket, subscribe }] of lives.entries()) {
      socket.on('signal', ({ user_id }) => received.push([people[index]?.user.id, user_id]));
      await subscribe(channel);
    }
    const type = (index: number) =>
      lives[index]?.socket.emit('signal', {
        channel,
        type: 'conversation.typing',
        payload: { is_typing: true },
      });
    type(0);
    await expect.poll(() => received).toEqual([[carl.user.id, ann.user.id]]);
    type(1);
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]).toEqual([carl.user.id, blocking.user.id]);
    for (const live of lives) live.close();
  });
});

describe('New conversations', () => {
  const limited = ownServer('needs rate limits', { RATE_LIMITS: 'on' });

  it('in groups are limited to 50 people a day in the first week, without those one writes with', async () => {
    const [admin, friend, ...others] = (await newPeopleBySql(limited, 53)) as [TestPerson, TestPerson];
    await limited.db
      .insertInto('chat_settings')
      .values([friend, ...others].map(({ user }) => ({ user_id: user.id, who_can_message: 'everyone' })))
      .execute();
    await sendText(admin, (await open(admin, friend)).id);
    const ids = [friend, ...others].map(({ user }) => user.id);
    const group = { client_id: newId(), name: 'Crowd' };
    await expect(admin.call('create_group', { ...group, user_ids: ids })).rejects.toMatchObject({
      code: 'group_participant_limit_reached',
    });
    const { conversation } = await admin.call('create_group', { ...group, user_ids: ids.slice(0, 50) });
    const add = (user_ids: string[]) =>
      admin.call('add_participants', { conversation_id: conversation.id, user_ids });
    await add(ids.slice(0, 51));
    await expect(add(ids)).rejects.toMatchObject({ code: 'group_participant_limit_reached' });
  });

  it('are limited to five a day in the first week, and only their first messages count', async () => {
    const [writer, ...others] = await newPeopleBySql(limited, 8);
    if (!writer) throw new Error('no people');
    const ids: string[] = [];
    for (const other of others) ids.push((await open(writer, other)).id);
    for (const id of ids.slice(0, 5)) await sendText(writer, id);
    await expect(sendText(writer, ids[5] ?? '')).rejects.toMatchObject({
      code: 'conversation_limit_reached',
    });
    await limited.db
      .updateTable('users')
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000).toISOString() })
      .where('id', '=', writer.user.id)
      .execute();
    await sendText(writer, ids[5] ?? '');
  });

  it('with strangers can be opened 20 times a day in the first week, each once', async () => {
    const [writer, ...others] = await newPeopleBySql(limited, 22);
    const [last] = others.splice(20);
    if (!writer || !last) throw new Error('no people');
    for (const other of others) await open(writer, other);
    for (const other of others.slice(0, 3)) await open(writer, other);
    await expect(open(writer, last)).rejects.toMatchObject({ code: 'conversation_limit_reached' });
    const owner = await newPerson(limited);
    const space = await newSpace(owner);
    for (const person of [writer, last]) await person.call('public_join_space', { space_id: space.id });
    await open(writer, last);
    const [follower] = await newPeopleBySql(limited, 1);
    await follower?.call('follow_user', { user_id: writer.user.id });
    await open(writer, follower as TestPerson);
  });
});
