import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import type { TestPerson } from '#testing/people.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { newFile, voiceSample } from '#testing/samples/files.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
let ann: TestPerson;
let bob: TestPerson;

beforeAll(async () => {
  [ann, bob] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
});

const newConversation = async () => (await newGroup(ann, [bob])).id;
const page = (conversation_id: string, query: object = {}) =>
  bob.call('list_messages', { conversation_id, ...query });
const seqsOf = async (conversation_id: string, query: object = {}) =>
  (await page(conversation_id, query)).messages.map(({ seq }) => seq);
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Makes a message as old as this. */
const age = (id: string, hours: number) =>
  sql`update chat_messages set created_at = now() - ${hours} * interval '1 hour' where id = ${id}::uuid`.execute(
    server.db,
  );

/** Inserts messages of Ann by SQL, one a minute, of which the last one was sent a minute ago. */
async function fill(conversation_id: string, count: number): Promise<void> {
  await sql`
    with filled as (
      insert into chat_messages (id, conversation_id, seq, sender_id, kind, content, search_text, created_at)
      select uuidv7(), ${conversation_id}::uuid, 1 + n, ${ann.user.id}::uuid, 'text', 'Message ' || n, 'message ' || n,
        now() - (${count} + 1 - n) * interval '1 minute'
      from generate_series(1, ${count}::int) n)
    update chat_conversations set last_seq = 1 + ${count}, version = version + ${count}
    where id = ${conversation_id}::uuid`.execute(server.db);
}

describe('A page of messages', () => {
  it('is around its anchor, in both directions', async () => {
    const id = await newConversation();
    await fill(id, 200);
    expect(await seqsOf(id)).toEqual(range(172, 201));
    expect(await page(id)).toMatchObject({ anchor_seq: null, has_more_before: true, has_more_after: false });
    expect(await seqsOf(id, { anchor: 'seq:100' })).toEqual(range(70, 130));
    expect(await seqsOf(id, { anchor: 'seq:999999' })).toEqual(range(171, 201));
    expect(await seqsOf(id, { before: 70 })).toEqual(range(40, 69));
    expect(await seqsOf(id, { before: 5 })).toEqual(range(1, 4));
    expect(await page(id, { before: 5 })).toMatchObject({ has_more_before: false, has_more_after: true });
    expect(await seqsOf(id, { after: 130 })).toEqual(range(131, 160));
    expect(await seqsOf(id, { after: 201 })).toEqual([]);
    expect(await seqsOf(id, { after: 9_007_199_254_740_991 })).toEqual([]);
    await bob.call('mark_conversation_as_read', { conversation_id: id, seq: 50 });
    expect(await page(id, { anchor: 'first_unread' })).toMatchObject({ anchor_seq: 51 });
    await bob.call('mark_conversation_as_read', { conversation_id: id, seq: 9_007_199_254_740_991 });
    expect(await page(id, { anchor: 'first_unread' })).toMatchObject({
      anchor_seq: null,
      has_more_after: false,
    });
    const { messages } = await page(id, { anchor: 'seq:100' });
    expect(await page(id, { anchor: messages[3]?.id })).toMatchObject({ anchor_seq: 73 });
    const today = new Date().toISOString().slice(0, 10);
    const { anchor_seq } = await page(id, { anchor: `date:${today}` });
    const [first] = (await page(id, { anchor: `seq:${anchor_seq}` })).messages.filter(
      ({ seq }) => seq === anchor_seq,
    );
    expect(first?.created_at.slice(0, 10)).toBe(today);
    expect(await page(id, { anchor: 'date:2999-01-01' })).toMatchObject({ anchor_seq: null });
    for (const anchor of [newId(), 'date:2026-02-31'])
      await expect(page(id, { anchor })).rejects.toMatchObject({ code: 'message_not_found' });
    await expect(page(id, { anchor: 'seq:x' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('takes as many statements in a long conversation as in a short one', async () => {
    const [short, long] = [await newConversation(), await newConversation()];
    await fill(short, 3);
    await fill(long, 3000);
    for (const query of [{}, { anchor: 'first_unread' }, { anchor: 'seq:2' }, { before: 4 }]) {
      const few = await countQueries(() => page(short, query));
      expect(await countQueries(() => page(long, query))).toBe(few);
      expect(few).toBeLessThanOrEqual(5);
    }
  });
});

describe('A message', () => {
  it('can be edited and deleted by its sender for 24 hours', async () => {
    const id = await newConversation();
    const message = await sendText(ann, id, 'one');
    const reply = await bob.call('send_message', {
      conversation_id: id,
      client_id: newId(),
      content: 'two',
      reply_to_id: message.id,
    });
    expect(reply.message.reply_to).toMatchObject({ id: message.id, excerpt: 'one', is_deleted: false });
    await age(message.id, 23);
    const { message: edited } = await ann.call('update_message', { message_id: message.id, content: 'uno' });
    expect(edited).toMatchObject({ content: 'uno', is_edited: true, version: 2 });
    const { message: same } = await ann.call('update_message', { message_id: message.id, content: ' uno ' });
    expect(same.version).toBe(2);
    expect((await page(id)).messages.at(-1)?.reply_to).toMatchObject({ excerpt: 'uno' });
    await age(message.id, 25);
    for (const change of [
      () => ann.call('update_message', { message_id: message.id, content: 'x' }),
      () => ann.call('delete_message', { message_id: message.id }),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'message_edit_expired' });
    await age(message.id, 1);
    await ann.call('delete_message', { message_id: message.id });
    await ann.call('delete_message', { message_id: message.id });
    const { messages } = await page(id);
    expect(messages.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(messages.at(-1)?.reply_to).toMatchObject({ excerpt: '', is_deleted: true });
    await expect(ann.call('update_message', { message_id: message.id, content: 'x' })).rejects.toMatchObject({
      code: 'message_not_found',
    });
    const [system] = messages;
    await expect(ann.call('delete_message', { message_id: system?.id ?? '' })).rejects.toMatchObject({
      code: 'message_not_editable',
    });
  });

  it('that is deleted leaves lists, counts and search', async () => {
    const id = await newConversation();
    await sendText(ann, id, 'stays');
    const message = await sendText(ann, id, 'unmistakable');
    const find = async () => (await bob.call('search_messages', { search: 'unmistakable' })).messages.length;
    const conversation = async () =>
      (await bob.call('get_conversation', { conversation_id: id })).conversation;
    expect([await find(), (await conversation()).unread_count]).toEqual([1, 2]);
    await ann.call('delete_message', { message_id: message.id });
    expect(await find()).toBe(0);
    expect(await conversation()).toMatchObject({
      unread_count: 1,
      latest_message_content: 'stays',
      last_seq: 3,
      last_message_at: message.created_at,
    });
    const { rows } = await sql`select from chat_messages where id = ${message.id}::uuid
      and (content || search_text) like '%unmist%'`.execute(server.db);
    expect(rows).toEqual([]);
  });

  it('is never older than the one before, even if the clock of another process is ahead', async () => {
    const id = await newConversation();
    const ahead = new Date(Date.now() + 60_000).toISOString();
    await server.db
      .updateTable('chat_conversations')
      .set({ activity_at: ahead })
      .where('id', '=', id)
      .execute();
    const first = await sendText(ann, id);
    const second = await sendText(bob, id);
    expect([first.created_at, second.created_at]).toEqual([ahead, ahead]);
    expect(second.seq).toBe(first.seq + 1);
  });

  it('has images, files, or one voice message', async () => {
    const id = await newConversation();
    const images = [
      await newUpload(ann, { purpose: 'chat_image' }),
      await newUpload(ann, { purpose: 'chat_image' }),
    ];
    const file = await newFile(ann, { purpose: 'chat_file', file_name: 'notes.txt' }, 'A short text.');
    const send = (input: object) =>
      ann.call('send_message', { conversation_id: id, client_id: newId(), ...input });
    const { message } = await send({ upload_ids: [...images.map((image) => image.id), file.id] });
    expect(message.attachments.map(({ kind }) => kind)).toEqual(['image', 'image', 'document']);
    expect(message).toMatchObject({ attachment_url: images[0]?.url, attachment_type: 'image', content: '' });
    expect((await page(id)).messages.at(-1)).toMatchObject({ attachments: message.attachments });
    const voice = { duration_ms: 3000, peaks: range(1, 64) };
    const recorded = await ann.fetch('/api/uploads/voice?file_name=voice.m4a', {
      method: 'POST',
      body: new Uint8Array(voiceSample()),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { file: recording } = (await recorded.json()) as { file: { id: string; kind: string } };
    expect(recording.kind).toBe('audio');
    await expect(send({ upload_ids: [recording.id] })).rejects.toMatchObject({ code: 'upload_not_found' });
    const { message: said } = await send({ upload_ids: [recording.id], voice });
    expect(said).toMatchObject({ kind: 'voice', voice, attachment_type: 'audio' });
    const { conversation } = await bob.call('get_conversation', { conversation_id: id });
    expect(conversation.latest_message_kind).toBe('voice');
    const played = await bob.fetch(said.attachment_url ?? '', { headers: { range: 'bytes=0-9' } });
    expect([played.status, played.headers.get('content-type')]).toEqual([206, 'audio/mp4']);
    // Each upload is attached once, and only its owner can attach it.
    await expect(send({ upload_ids: [images[0]?.id] })).rejects.toMatchObject({ code: 'upload_not_found' });
    const theirs = await newUpload(bob, { purpose: 'chat_image' });
    await expect(send({ upload_ids: [theirs.id] })).rejects.toMatchObject({ code: 'upload_not_found' });
    await expect(send({ voice, content: 'x' })).rejects.toMatchObject({ code: 'upload_not_found' });
  });

  it('shows its images in the gallery of the conversation, latest first, to those who may read it', async () => {
    const [admin, member, late] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
    const { id: conversation_id } = await newGroup(admin, [member]);
    const uploads: string[] = [];
    const share = async (count: number) => {
      const upload_ids: string[] = [];
      for (let at = 0; at < count; at += 1)
        upload_ids.push((await newUpload(admin, { purpose: 'chat_image' })).id);
      uploads.push(...upload_ids);
      const input = { conversation_id, client_id: newId(), content: '', upload_ids };
      return (await admin.call('send_message', input)).message;
    };
    const shown = async (person: TestPerson) =>
      (await person.call('list_conversation_images', { conversation_id })).images.map(({ id }) => id);
    await share(2);
    await sendText(admin, conversation_id, 'no image');
    await admin.call('add_participants', { conversation_id, user_ids: [late.user.id] });
    const last = await share(1);
    const [first, second, third] = uploads;
    expect(await shown(member)).toEqual([third, first, second]);
    expect(await shown(late)).toEqual([third]);
    await admin.call('delete_message', { message_id: last.id });
    expect(await shown(member)).toEqual([first, second]);
  });

  it('takes at most 20 different emoji, each once per person', async () => {
    const id = await newConversation();
    const message = await sendText(ann, id);
    const react = (kind: string) => bob.call('add_message_reaction', { message_id: message.id, kind });
    const emoji = [...'😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗😙🥲😚🙂'];
    for (const kind of emoji) await react(kind);
    await react('😀');
    await expect(react('🎉')).rejects.toMatchObject({ code: 'too_many_reactions' });
    for (const kind of ['like', 'x', '😀😀', '<b>'])
      await expect(react(kind)).rejects.toMatchObject({ code: 'invalid_input' });
    const shown = (await page(id)).messages.at(-1);
    expect(shown?.my_reactions).toHaveLength(20);
    expect(shown?.reaction_counts['😀']).toBe(1);
    const others = await ann.call('get_message', { message_id: message.id });
    expect(others.message.my_reactions).toEqual([]);
    await bob.call('remove_message_reaction', { message_id: message.id, kind: '😁' });
    await react('🎉');
    const { people } = await ann.call('list_message_reactors', { message_id: message.id, kind: '🎉' });
    expect(people.map((person) => person.id)).toEqual([bob.user.id]);
  });
});

describe('Search in messages', () => {
  it('finds any part of a text, in any script, in one conversation or all', async () => {
    const [one, two] = [await newConversation(), await newConversation()];
    await sendText(ann, one, 'The Ärger of 100% _under_ scores, 東京タワー');
    await sendText(bob, two, 'Some arger elsewhere https://example.com');
    const find = async (search: string, more: object = {}) =>
      (await bob.call('search_messages', { search, ...more })).messages.map(({ excerpt }) => excerpt);
    expect(await find('ärger')).toHaveLength(2);
    expect(await find('ARGER', { conversation_id: one })).toHaveLength(1);
    expect(await find('arger', { sender_id: bob.user.id })).toEqual([
      'Some arger elsewhere https://example.com',
    ]);
    expect(await find('arger', { has: 'link' })).toHaveLength(1);
    expect(await find('arger', { has: 'image' })).toEqual([]);
    expect(await find('東京')).toHaveLength(1);
    expect(await find('京タ')).toHaveLength(1);
    expect(await find('100%')).toHaveLength(1);
    expect(await find('_under_')).toHaveLength(1);
    expect(await find('x%y')).toEqual([]);
    expect(await find('a_ger')).toEqual([]);
  });

  it('for two Latin letters finds the beginnings of words, for other letters every occurrence', async () => {
    const id = await newConversation();
    await sendText(ann, id, `${'Padding of the text. '.repeat(10)}An equal (quixotic) idea of 42 Вороны`);
    await sendText(ann, id, 'Equal');
    const find = async (search: string) =>
      (await bob.call('search_messages', { search, conversation_id: id })).messages.map(
        ({ excerpt }) => excerpt,
      );
    // The excerpt is around the word that begins with it.
    expect(await find('QU')).toEqual([expect.stringContaining('(quixotic)')]);
    expect(await find('eq')).toHaveLength(2);
    for (const start of ['42', 'id', 'ID', 'ро'])
      expect([start, await find(start)]).toEqual([start, [expect.any(String)]]);
    for (const inside of ['ua', 'dd', 'ix']) expect(await find(inside)).toEqual([]);
    // Together with signs, every occurrence counts.
    expect(await find('(q')).toHaveLength(1);
  });

  it('has pages, latest first, and hits open in their place', async () => {
    const id = await newConversation();
    await fill(id, 45);
    const seen: number[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const found = await bob.call('search_messages', { search: 'message', conversation_id: id, cursor });
      seen.push(...found.messages.map(({ seq }) => seq));
      more = found.next_cursor !== null;
      cursor = found.next_cursor ?? undefined;
    }
    expect(seen).toEqual(range(2, 46).reverse());
    expect(await page(id, { anchor: `seq:${seen[20]}` })).toMatchObject({ anchor_seq: seen[20] });
  });
});

describe('Hostile texts', () => {
  it.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['right-to-left overrides', '\u202ereversed\u202c \u2066isolated\u2069'],
    ['zero-width characters', 'a\u200bb\u200dc\ufeffd'],
    ['many combining marks', `Z${'\u0301'.repeat(500)}`],
    ['Markdown that never ends', '[('.repeat(2000)],
    ['quotes and code', '> `\n'.repeat(1000).trim()],
    ['links', 'https://example.com/('.repeat(200)],
  ])('are stored as they are: %s', async (_what, content) => {
    const id = await newConversation();
    const message = await sendText(ann, id, content);
    expect(message.content).toBe(content);
    const { conversation } = await bob.call('get_conversation', { conversation_id: id });
    expect([...(conversation.latest_message_content ?? '')].length).toBeLessThanOrEqual(200);
    expect(conversation.latest_message_content?.isWellFormed()).toBe(true);
  });

  it('are refused if nothing of them is seen, or they are too long or malformed', async () => {
    const id = await newConversation();
    const send = (content: string) => sendText(ann, id, content);
    for (const blank of ['', ' \n\t', '\u200b\u200d\ufeff', '\u202e\u202c', '\u3164\u2800'])
      await expect(send(blank)).rejects.toMatchObject({ code: 'message_empty' });
    await expect(send('x'.repeat(5001))).rejects.toMatchObject({ code: 'message_too_long' });
    expect((await send('😀'.repeat(5000))).content).toHaveLength(10_000);
    await expect(send('x'.repeat(20_001))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(send('x'.repeat(1_500_000))).rejects.toMatchObject({ status: 413 });
    for (const malformed of ['\ud800', 'a\udc00b', 'a\u0000b'])
      await expect(send(malformed)).rejects.toMatchObject({ code: 'invalid_text' });
  });
});
