import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { mutedForGood } from '#contract/values/mute-durations.ts';
import { newId } from '#server/platform/ids.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { listen } from '#testing/live.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
type Pair = [TestPerson, TestPerson, ...TestPerson[]];

const open = async (person: TestPerson, other: TestPerson) =>
  (await person.call('get_or_create_conversation', { user_id: other.user.id })).conversation.id;
const get = async (person: TestPerson, conversation_id: string) =>
  (await person.call('get_conversation', { conversation_id })).conversation;
const list = async (person: TestPerson, query: object = {}) =>
  (await person.call('list_conversations', query)).conversations;
const idsOf = (conversations: { id: string }[]) => conversations.map(({ id }) => id);

/** Creates conversations of a person by SQL: the n-th had its only message n hours ago. */
async function fill(person: TestPerson, count: number): Promise<void> {
  await sql`
    with people as (
      insert into users (id, email, full_name, first_name, last_name, username, profile_url)
      select gen_random_uuid(), 'chat-' || n || ${`-${newId()}@example.com`}, 'Filler ' || n, 'Filler', n::text,
        'chat-' || n || ${`-${newId()}`}, 'chat-' || n || ${`-${newId()}`} from generate_series(1, ${count}::int) n
      returning id, last_name::int as n
    ), made as (
      insert into chat_conversations (id, is_group, created_by, first_user_id, second_user_id, participant_count, last_seq,
        activity_at, created_at)
      select uuidv7(), false, id, least(id, ${person.user.id}::uuid), greatest(id, ${person.user.id}::uuid), 2, 1,
        now() - n * interval '1 hour', now() - n * interval '1 hour' from people
      returning id, created_by, activity_at
    ), joined as (
      insert into chat_participants (conversation_id, user_id, joined_at, active_on)
      select made.id, u.id, activity_at, (activity_at at time zone 'UTC')::date
      from made cross join lateral (values (created_by), (${person.user.id}::uuid)) u (id)
    )
    insert into chat_messages (id, conversation_id, seq, sender_id, kind, content, created_at)
    select uuidv7(), id, 1, created_by, 'text', 'Hello', activity_at from made`.execute(server.db);
}

describe('A direct conversation', () => {
  it('exists once, whoever opens it, even if both do at the same time', async () => {
    const [ann, bob] = (await newChatters(server, 2)) as Pair;
    const opened = await Promise.all([1, 2, 3, 4].flatMap(() => [open(ann, bob), open(bob, ann)]));
    expect(new Set(opened).size).toBe(1);
    const [id = ''] = opened;
    for (const person of [ann, bob]) expect(idsOf(await list(person))).toEqual([id]);
    const { conversation } = await ann.call('find_conversation_by_slug', { slug: id.replaceAll('-', '') });
    expect(conversation).toMatchObject({
      id,
      conversation_id: id,
      conversation_name: bob.user.full_name,
      is_group: false,
      latest_message_content: null,
      other_participants: [{ user_id: bob.user.id }],
    });
    for (const slug of ['0'.repeat(32), 'x', id])
      await expect(bob.call('find_conversation_by_slug', { slug: `${slug}x` })).rejects.toMatchObject({
        code: 'conversation_slug_not_found',
        message: expect.stringContaining('Conversation not found for slug'),
      });
  });

  it('needs another person who exists', async () => {
    const ann = await newPersonBySql(server);
    await expect(open(ann, ann)).rejects.toMatchObject({
      code: 'cannot_message_self',
      message: expect.stringContaining('Cannot create conversation with yourself'),
    });
    await expect(ann.call('get_or_create_conversation', { user_id: newId() })).rejects.toMatchObject({
      code: 'person_not_found',
    });
    await expect(
      server.client().call('get_or_create_conversation', { user_id: ann.user.id }),
    ).rejects.toMatchObject({ code: 'authentication_required' });
  });

  it('is listed for the other person only once something is written', async () => {
    const [ann, bob] = (await newChatters(server, 2)) as Pair;
    const id = await open(ann, bob);
    expect([idsOf(await list(ann)), idsOf(await list(bob))]).toEqual([[id], []]);
    await sendText(ann, id);
    expect(idsOf(await list(bob))).toEqual([id]);
  });

  it('numbers messages that are sent at the same time without a gap, in the order of their times', async () => {
    const [ann, bob] = (await newChatters(server, 2)) as Pair;
    const id = await open(ann, bob);
    await sendText(ann, id);
    const sent = await Promise.all(
      [ann, bob, ann, bob, ann, bob, ann, bob].map((person) => sendText(person, id)),
    );
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    const times = sent.toSorted((a, b) => a.seq - b.seq).map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
  });
});

describe('The list of conversations', () => {
  it('has pages, the one with the latest message first, also within a day', async () => {
    const ann = await newPersonBySql(server);
    await fill(ann, 70);
    const seen: string[] = [];
    const times: (string | null)[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await ann.call('list_conversations', { cursor });
      seen.push(...idsOf(page.conversations));
      times.push(...page.conversations.map(({ last_message_at }) => last_message_at));
      more = page.next_cursor !== null;
      cursor = page.next_cursor ?? undefined;
    }
    expect([seen.length, new Set(seen).size]).toEqual([70, 70]);
    expect(times).toEqual(times.toSorted().toReversed());
    await expect(ann.call('list_conversations', { cursor: 'x' })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  it('moves up a conversation with a new message, even if the last one is from long ago', async () => {
    const ann = await newPersonBySql(server);
    await fill(ann, 40);
    const { next_cursor } = await ann.call('list_conversations', {});
    const { conversations } = await ann.call('list_conversations', { cursor: next_cursor ?? undefined });
    const last = conversations.at(-1);
    await sendText(ann, last?.id ?? '');
    expect((await list(ann))[0]).toMatchObject({ id: last?.id, latest_message_content: 'Hello' });
  });

  it('is one statement beside the live cursor, however many there are', async () => {
    const [few, many] = [await newPersonBySql(server), await newPersonBySql(server)];
    await fill(few, 20);
    await fill(many, 300);
    const textsOf = async (person: TestPerson) =>
      (await recordQueries(() => list(person))).map(({ text }) => text);
    const statements = await textsOf(few);
    expect(await textsOf(many)).toEqual(statements);
    expect(statements.length).toBeLessThanOrEqual(3);
  });

  it('has unread ones and those that a search finds, however many newer ones there are', async () => {
    const ann = await newPersonBySql(server);
    await fill(ann, 70);
    await sql`update chat_participants p set last_read_seq = 1 from chat_conversations c
      where c.id = p.conversation_id and p.user_id = ${ann.user.id}::uuid
        and c.activity_at > now() - interval '68.5 hours'`.execute(server.db);
    const unread = await list(ann, { filter: 'unread' });
    expect(unread).toMatchObject([{ unread_count: 1 }, { unread_count: 1 }]);
    expect(idsOf(await list(ann, { search: 'Filler 70' }))).toEqual(idsOf(unread.slice(1)));
  });

  it('can be filtered by unread ones and by name', async () => {
    const [ann, bob, eve] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
    const direct = await open(ann, bob);
    await sendText(bob, direct).catch(() => null);
    await sendText(ann, direct);
    await sendText(bob, direct);
    const group = await newGroup(ann, [bob, eve], 'Ärzte & Co');
    expect(idsOf(await list(ann, { filter: 'unread' }))).toEqual([direct]);
    expect(idsOf(await list(ann, { search: 'arzte' }))).toEqual([group.id]);
    expect(idsOf(await list(ann, { search: bob.user.username }))).toEqual([direct]);
    expect(await list(ann, { search: 'nobody at all' })).toEqual([]);
    await ann.call('mark_conversation_as_unread', { conversation_id: group.id });
    expect(idsOf(await list(ann, { filter: 'unread' })).toSorted()).toEqual([direct, group.id].toSorted());
  });
});

describe('Reading', () => {
  const counts = async (person: TestPerson) => {
    const { unread_count, conversation_count } = await person.call('get_unread_conversations', {});
    return [unread_count, conversation_count];
  };

  it('sets the count to 0 on all devices, and tells the other person', async () => {
    const [ann, bob] = (await newChatters(server, 2)) as Pair;
    const id = await open(ann, bob);
    for (const _ of [1, 2, 3]) await sendText(ann, id);
    expect([(await get(bob, id)).unread_count, await counts(bob), await counts(ann)]).toEqual([
      3,
      [3, 1],
      [0, 0],
    ]);
    const [annLive, bobLive] = [await listen(server.url, ann), await listen(server.url, bob)];
    await bobLive.subscribe(`user:${bob.user.id}`);
    const { viewer_state } = await bob.call('mark_conversation_as_read', { conversation_id: id, seq: 2 });
    expect(viewer_state).toMatchObject({ last_read_seq: 2, unread_count: 1 });
    await bobLive.received('conversation.viewer_changed', ({ payload }) => payload.unread_count === 1);
    await annLive.received('conversation.read', ({ payload }) => payload.last_read_seq === 2);
    await bob.call('mark_conversation_as_read', { conversation_id: id, seq: 1 });
    expect((await get(bob, id)).last_read_seq).toBe(2);
    expect((await get(ann, id)).other_participants[0]).toMatchObject({ last_read_seq: 2 });
    const { messages } = await ann.call('list_messages', { conversation_id: id });
    expect(messages.map(({ read_by_ids }) => read_by_ids.length)).toEqual([2, 2, 1]);
    // Someone who answers has read what they have seen, but not what they haven't.
    await sendText(bob, id);
    expect(await get(bob, id)).toMatchObject({ last_read_seq: 2, unread_count: 1 });
    // What they wrote after it is read with it.
    await bob.call('mark_conversation_as_read', { conversation_id: id, seq: 3 });
    expect((await get(bob, id)).last_read_seq).toBe(4);
    await sendText(bob, id);
    expect(await get(bob, id)).toMatchObject({ last_read_seq: 5, unread_count: 0 });
    annLive.close();
    bobLive.close();
  });

  it('isn’t shown to others if either has turned that off', async () => {
    const [ann, bob] = (await newChatters(server, 2)) as Pair;
    const id = await open(ann, bob);
    await sendText(ann, id);
    const live = await listen(server.url, ann);
    const shown = async () => [
      (await get(ann, id)).other_participants[0]?.last_read_seq,
      (await ann.call('list_messages', { conversation_id: id })).read_positions.length,
    ];
    expect(await shown()).toEqual([0, 1]);
    await bob.call('update_chat_settings', { read_receipts: false });
    expect(await shown()).toEqual([null, 0]);
    await bob.call('mark_conversation_as_read', { conversation_id: id, seq: 1 });
    await bob.call('update_chat_settings', { read_receipts: true });
    await ann.call('update_chat_settings', { read_receipts: false });
    expect(await shown()).toEqual([null, 0]);
    await sendText(bob, id);
    await live.received('message.created', ({ payload }) => payload.message.sender_id === bob.user.id);
    // Bob has receipts on, but Ann doesn't: nothing of what he reads is sent to her.
    const second = await sendText(ann, id);
    await bob.call('mark_conversation_as_read', { conversation_id: id, seq: second.seq });
    const third = await sendText(ann, id);
    await bob.call('mark_all_conversations_as_read', {});
    await live.received('message.created', ({ payload }) => payload.message.id === third.id);
    await ann.call('update_chat_settings', { read_receipts: true });
    const fourth = await sendText(ann, id);
    await bob.call('mark_conversation_as_read', { conversation_id: id, seq: fourth.seq });
    const { payload } = await live.received('conversation.read');
    expect(payload.read_at).not.toBeNull();
    expect((await ann.call('list_messages', { conversation_id: id })).read_positions).toEqual([
      { user_id: bob.user.id, last_read_seq: fourth.seq, read_at: payload.read_at },
    ]);
    expect(live.events.filter(({ type }) => type === 'conversation.read')).toHaveLength(1);
    live.close();
  });

  it('can be undone, and done for all conversations at once', async () => {
    const [ann, bob, eve] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
    const one = await open(bob, ann);
    const two = await open(eve, ann);
    await sendText(bob, one);
    await sendText(eve, two);
    await sendText(eve, two);
    expect(await counts(ann)).toEqual([3, 2]);
    await ann.call('mark_conversation_as_read', { conversation_id: one, seq: 1 });
    const { viewer_state } = await ann.call('mark_conversation_as_unread', { conversation_id: one });
    expect(viewer_state).toMatchObject({ is_marked_unread: true, unread_count: 0, last_read_seq: 1 });
    expect(await counts(ann)).toEqual([3, 2]);
    expect(await ann.call('mark_all_conversations_as_read', {})).toEqual({ count: 2 });
    expect(await ann.call('mark_all_conversations_as_read', {})).toEqual({ count: 0 });
    expect(await counts(ann)).toEqual([0, 0]);
    expect((await get(ann, two)).last_read_seq).toBe(2);
  });

  it('doesn’t count muted conversations', async () => {
    const [ann, bob] = (await newChatters(server, 2)) as Pair;
    const id = await open(ann, bob);
    await sendText(ann, id);
    for (const [duration, hours] of [
      ['1_hour', 1],
      ['1_day', 24],
      ['1_week', 168],
    ] as const) {
      const { viewer_state } = await bob.call('mute_conversation', { conversation_id: id, duration });
      const left = (Date.parse(viewer_state.muted_until ?? '') - Date.now()) / 3_600_000;
      expect(Math.abs(left - hours)).toBeLessThan(0.1);
      expect(await counts(bob)).toEqual([0, 0]);
    }
    const { viewer_state } = await bob.call('mute_conversation', { conversation_id: id, duration: 'always' });
    expect(viewer_state.muted_until).toBe(mutedForGood);
    await bob.call('mute_conversation', { conversation_id: id, duration: null });
    expect(await counts(bob)).toEqual([1, 1]);
  });

  it('counts up to 100 messages of a conversation', async () => {
    const ann = await newPersonBySql(server);
    await fill(ann, 1);
    const [conversation] = await list(ann);
    await sql`insert into chat_messages (id, conversation_id, seq, sender_id, kind, content, created_at)
      select uuidv7(), ${conversation?.id}::uuid, 1 + n, ${conversation?.other_participants[0]?.user_id}::uuid, 'text', 'x', now()
      from generate_series(1, 150) n`.execute(server.db);
    await sql`update chat_conversations set last_seq = 151 where id = ${conversation?.id}::uuid`.execute(
      server.db,
    );
    expect((await list(ann))[0]?.unread_count).toBe(100);
    expect(await counts(ann)).toEqual([100, 1]);
  });
});

describe('People to write to', () => {
  it('are found in shared spaces and conversations, at most ten, without the viewer', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const people = await Promise.all(
      Array.from({ length: 11 }, (_, n) => newMember(server, space, `Quentin${String.fromCharCode(65 + n)}`)),
    );
    const search = async (person: TestPerson, text: string) =>
      (await person.call('search_people', { search: text })).people.map(({ full_name }) => full_name);
    expect(await search(owner, 'quentin')).toHaveLength(10);
    expect(await search(people[0] as TestPerson, 'quentina')).toEqual([]);
    expect(await search(owner, 'uentinb')).toEqual(['QuentinB Tester']);
    const stranger = await newPersonBySql(server, 'Stranger');
    expect(await search(stranger, 'quentin')).toEqual([]);
    const id = await open(owner, people[1] as TestPerson);
    await sendText(owner, id);
    const { people: recent } = await owner.call('list_recent_contacts', {});
    expect(recent.map(({ user_id }) => user_id)).toEqual([people[1]?.user.id]);
  });

  it('are suggested from shared spaces, those who were active last first, if they can be messaged', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    await newNeighbors(server, owner, space);
    const newcomer = await newMember(server, space, 'Nora');
    const named = [
      'Early',
      'Late',
      'Hidden',
      'Nobody',
      'Off',
      'Blocked',
      'Blocking',
      'Written',
      'Gone',
    ] as const;
    const people = new Map<string, TestPerson>();
    for (const name of named) people.set(name, await newMember(server, space, name));
    const person = (name: (typeof named)[number]) => people.get(name) as TestPerson;
    const activeAt = async (name: (typeof named)[number], last_active_at: string) =>
      await server.db
        .updateTable('space_members')
        .set({ last_active_at: last_active_at as never })
        .where('user_id', '=', person(name).user.id)
        .execute();
    for (const name of named) await activeAt(name, '2026-11-03T00:00:00Z');
    await activeAt('Early', '2026-11-01T00:00:00Z');
    await activeAt('Late', '2026-11-02T00:00:00Z');
    await person('Hidden').call('update_presence_settings', { appear_offline: true });
    await person('Nobody').call('update_chat_settings', { who_can_message: 'nobody' });
    await person('Off').call('set_space_chat', { space_id: space.id, chat_enabled: false });
    await newcomer.call('block_user', { user_id: person('Blocked').user.id });
    await person('Blocking').call('block_user', { user_id: newcomer.user.id });
    await sendText(newcomer, await open(newcomer, person('Written')));
    await open(newcomer, person('Late'));
    await person('Gone').call('leave_space', { space_id: space.id });
    const suggested = async (viewer: TestPerson) =>
      (await viewer.call('list_suggested_people', {})).people.map(({ user_id }) => user_id);
    const expected = (['Late', 'Early', 'Hidden'] as const).map((name) => person(name).user.id);
    const found = await suggested(newcomer);
    expect(found.filter((id) => expected.includes(id))).toEqual(expected);
    expect(found.toSorted()).toEqual([...expected, owner.user.id].toSorted());
    expect(await suggested(await newPersonBySql(server))).toEqual([]);
    expect(await suggested(person('Gone'))).toEqual([]);
  });

  it('have a card that says what connects them with the viewer', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    const stranger = await newPersonBySql(server);
    const connection = (person: TestPerson) =>
      owner.call('get_user_connection_context', { user_id: person.user.id });
    expect(await connection(member)).toMatchObject({
      connection_type: 'shared_space',
      space_name: space.name,
      shared_space_count: 1,
      shared_space_names: [space.name],
    });
    expect(await connection(stranger)).toMatchObject({ connection_type: 'unknown', shared_space_count: 0 });
    await expect(owner.call('get_user_connection_context', { user_id: newId() })).rejects.toMatchObject({
      code: 'person_not_found',
    });
  });
});

describe('The draft of a message', () => {
  it('can be discarded alone, without a newer one', async () => {
    const [ann, bob] = (await newChatters(server, 2)) as Pair;
    const conversation_id = await open(ann, bob);
    const save = (client_id: string, content: string) =>
      ann.call('save_message_draft', {
        conversation_id,
        client_id,
        base_version: 0,
        client_edited_at: new Date().toISOString(),
        content,
      });
    const [given_up, newer] = [newId(), newId()];
    await save(newer, 'Newer');
    await ann.call('discard_message_draft', { conversation_id, client_id: given_up });
    expect((await ann.call('get_message_draft', { conversation_id })).draft?.content).toBe('Newer');
    await ann.call('discard_message_draft', { conversation_id, client_id: newer });
    expect((await ann.call('get_message_draft', { conversation_id })).draft).toBeNull();
  });

  it('is the same on every device, and gone once it is sent', async () => {
    const [ann, bob] = (await newChatters(server, 2)) as Pair;
    const id = await open(ann, bob);
    const client_id = newId();
    const save = (content: string, base_version: number, minutesAgo = 0) =>
      ann.call('save_message_draft', {
        conversation_id: id,
        client_id,
        base_version,
        client_edited_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
        content,
      });
    expect(await save('Half', 0, 5)).toMatchObject({ accepted: true, draft: { version: 1 } });
    expect(await save('Half a', 1, 4)).toMatchObject({ accepted: true, draft: { version: 2 } });
    // Another device that has seen neither: the text that was edited last wins.
    expect(await save('Older', 0, 9)).toMatchObject({ accepted: false, draft: { content: 'Half a' } });
    expect(await save('Newer', 0)).toMatchObject({ accepted: true, draft: { content: 'Newer', version: 3 } });
    expect((await get(ann, id)).draft_excerpt).toBe('Newer');
    expect((await get(bob, id)).draft_excerpt).toBeNull();
    await ann.call('send_message', { conversation_id: id, client_id, content: 'Newer' });
    expect(await ann.call('get_message_draft', { conversation_id: id })).toEqual({ draft: null });
    await expect(save('Again', 0)).rejects.toMatchObject({ code: 'draft_already_posted' });
  });
});
