import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { deleteQueuedJobs } from '#testing/queued-jobs.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { newFile, voiceSample } from '#testing/samples/files.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

// Without jobs: this file looks at those that are queued.
const server = sharedServer({ runsJobs: false });
let ann: TestPerson;
let bob: TestPerson;
let conversation_id: string;

beforeAll(async () => {
  server.running.platform.config.linkPreviews = true;
  [ann, bob] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
});
afterAll(() => {
  server.running.platform.config.linkPreviews = false;
});
beforeEach(async () => {
  conversation_id = (await newGroup(ann, [bob])).id;
});

const events = <T extends Parameters<typeof publishedEvents>[2]>(...types: T[]) =>
  publishedEvents(server, `conversation:${conversation_id}`, ...types);
const send = (fields: object) =>
  ann.call('send_message', { conversation_id, client_id: newId(), content: '', ...fields });
async function newRecording(person: TestPerson): Promise<string> {
  const response = await person.fetch('/api/uploads/voice?file_name=voice.m4a', {
    method: 'POST',
    body: new Uint8Array(voiceSample()),
    headers: { 'content-type': 'application/octet-stream' },
  });
  return ((await response.json()) as { file: { id: string } }).file.id;
}
/** Returns the stored links of the messages of a conversation, in their order. */
const linksOf = async (id: string) =>
  (
    await server.db
      .selectFrom('chat_messages')
      .select('link_url')
      .where('conversation_id', '=', id)
      .where('kind', '<>', 'system')
      .orderBy('seq')
      .execute()
  ).map(({ link_url }) => link_url);
/** Returns whether `call` queues a job that reads links. */
async function readsLinks(call: () => Promise<unknown>): Promise<boolean> {
  await deleteQueuedJobs(server.db);
  await call();
  const { rows } = await sql`select from jobs.job where name = 'fetch-link-previews'`.execute(server.db);
  return rows.length > 0;
}

describe('The link of a message', () => {
  it('is read right away, and only if there is one', async () => {
    expect(await readsLinks(() => sendText(ann, conversation_id, 'No link'))).toBe(false);
    expect(await readsLinks(() => sendText(ann, conversation_id, 'https://a.example/new'))).toBe(true);
    expect(await linksOf(conversation_id)).toEqual([null, 'https://a.example/new']);
  });

  it('is read after an edit if it is another one', async () => {
    const { id: message_id } = await sendText(ann, conversation_id, 'https://b.example/one');
    const edit = (content: string) => () => ann.call('update_message', { message_id, content });
    expect(await readsLinks(edit('Still https://b.example/one'))).toBe(false);
    expect(await linksOf(conversation_id)).toEqual(['https://b.example/one']);
    expect(await readsLinks(edit('Now https://b.example/two'))).toBe(true);
    expect(await linksOf(conversation_id)).toEqual(['https://b.example/two']);
    expect(await readsLinks(edit('None'))).toBe(false);
    expect(await linksOf(conversation_id)).toEqual([null]);
  });

  it('stays away after its preview was removed, while it is the same', async () => {
    const { id: message_id } = await sendText(ann, conversation_id, 'https://c.example/one');
    const { message } = await ann.call('remove_message_link_preview', { message_id });
    expect(message).toMatchObject({ version: 2, is_edited: false });
    await ann.call('remove_message_link_preview', { message_id });
    expect(await events('message.edited')).toHaveLength(1);
    await ann.call('update_message', { message_id, content: 'Again https://c.example/one' });
    expect(await linksOf(conversation_id)).toEqual([null]);
    await ann.call('update_message', { message_id, content: 'Again https://c.example/two' });
    expect(await linksOf(conversation_id)).toEqual(['https://c.example/two']);
    await ann.call('delete_message', { message_id });
    await expect(ann.call('remove_message_link_preview', { message_id })).rejects.toMatchObject({
      code: 'message_not_found',
    });
  });

  it('of a message request is read once the request is accepted', async () => {
    const [carl, dora] = (await newPeopleBySql(server, 2)) as [TestPerson, TestPerson];
    const { conversation } = await carl.call('get_or_create_conversation', { user_id: dora.user.id });
    const { id } = conversation;
    await sendText(carl, id, 'https://d.example/one');
    expect(await linksOf(id)).toEqual([null]);
    const accept = () => dora.call('accept_message_request', { conversation_id: id });
    expect(await readsLinks(accept)).toBe(true);
    expect(await linksOf(id)).toEqual(['https://d.example/one']);
    expect(await readsLinks(accept)).toBe(false);
    const seen = await publishedEvents(
      server,
      `conversation:${id}`,
      'conversation.changed',
      'message.edited',
    );
    expect(seen).toHaveLength(2);
    const listed = (person: TestPerson) =>
      publishedEvents(server, `user:${person.user.id}`, 'conversation.list_changed');
    // One for the message and one for accepting it; the sender’s list doesn’t change.
    expect([await listed(dora), await listed(carl)]).toEqual([
      [{ conversation_id: id }, { conversation_id: id }],
      [],
    ]);
  });
});

describe('A voice message', () => {
  const voice = { duration_ms: 3000, peaks: Array.from({ length: 64 }, (_, index) => index) };

  it('is one recording without text', async () => {
    const recording = await newRecording(ann);
    const refused = { code: 'upload_not_found' };
    for (const fields of [
      { voice, upload_ids: [recording], content: 'With text' },
      { voice, content: 'Text alone' },
      { voice, upload_ids: [recording, await newRecording(ann)] },
      { voice, upload_ids: [(await newUpload(ann, { purpose: 'chat_image' })).id] },
      { upload_ids: [recording] },
    ])
      await expect(send(fields)).rejects.toMatchObject(refused);
    const { message } = await send({ voice, upload_ids: [recording] });
    expect(message).toMatchObject({ kind: 'voice', content: '', voice });
    await expect(
      ann.call('update_message', { message_id: message.id, content: 'Text' }),
    ).rejects.toMatchObject({ code: 'message_not_editable' });
    await ann.call('delete_message', { message_id: message.id });
  });

  it('can’t take the recording of somebody else', async () => {
    await expect(send({ voice, upload_ids: [await newRecording(bob)] })).rejects.toMatchObject({
      code: 'upload_not_found',
    });
  });
});

describe('A message that is sent again', () => {
  it('must be the same in everything that it contains', async () => {
    const replied = await sendText(ann, conversation_id);
    const upload = await newUpload(ann, { purpose: 'chat_image' });
    const sent = { client_id: newId(), content: 'Same', upload_ids: [upload.id], reply_to_id: replied.id };
    const first = await send(sent);
    const again = await send({ ...sent, content: ' Same ' });
    expect(again.message).toMatchObject({ id: first.message.id, seq: first.message.seq });
    expect(again).toMatchObject({ last_read_seq: first.last_read_seq, conversation: first.conversation });
    for (const change of [{ content: 'Other' }, { upload_ids: [] }, { reply_to_id: null }])
      await expect(send({ ...sent, ...change })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await events('message.created')).toHaveLength(3);
  });

  it('is another message in the browser of somebody else', async () => {
    const client_id = newId();
    const { message } = await send({ client_id, content: 'Mine' });
    const theirs = await bob.call('send_message', { conversation_id, client_id, content: 'Theirs' });
    expect(theirs.message.id).not.toBe(message.id);
  });
});

describe('A message with files', () => {
  it('can lose its text, but not become empty without files', async () => {
    const file = await newFile(ann, { purpose: 'chat_file', file_name: 'notes.txt' }, 'A short text.');
    const { message } = await send({ content: 'See this', upload_ids: [file.id] });
    const { message: bare } = await ann.call('update_message', { message_id: message.id, content: ' ' });
    expect(bare).toMatchObject({ content: '', attachment_type: 'document', is_edited: true });
    const text = await sendText(ann, conversation_id);
    await expect(ann.call('update_message', { message_id: text.id, content: ' ' })).rejects.toMatchObject({
      code: 'message_empty',
    });
  });

  it('releases them when it is deleted', async () => {
    const { id } = await newUpload(ann, { purpose: 'chat_image' });
    const { message } = await send({ upload_ids: [id] });
    const detachedAt = async () =>
      (
        await server.db
          .selectFrom('uploads')
          .select('detached_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).detached_at;
    expect(await detachedAt()).toBeNull();
    await ann.call('delete_message', { message_id: message.id });
    expect(await detachedAt()).not.toBeNull();
  });
});

describe('Everyone in a conversation is told', () => {
  it('of a new message, with what lists show of it', async () => {
    const message = await sendText(ann, conversation_id, '**Hello**');
    expect((await events('message.created')).at(-1)).toMatchObject({
      message: { id: message.id, content: '**Hello**', version: 1 },
      conversation: { last_seq: 2, latest_message_content: 'Hello', last_message_at: message.created_at },
    });
  });

  it('of an edit once, also of one that replaces the latest text', async () => {
    const message = await sendText(ann, conversation_id, 'one');
    await ann.call('update_message', { message_id: message.id, content: 'two' });
    await ann.call('update_message', { message_id: message.id, content: 'two' });
    expect(await events('message.edited')).toMatchObject([
      {
        message: { id: message.id, content: 'two', version: 2, read_by_ids: [ann.user.id], my_reactions: [] },
        excerpt: 'two',
        conversation: { latest_message_content: 'two', last_seq: 2 },
      },
    ]);
  });

  it('of a deletion once, with the message that is the latest then', async () => {
    await sendText(bob, conversation_id, 'stays');
    const message = await sendText(ann, conversation_id, 'goes');
    await ann.call('delete_message', { message_id: message.id });
    await ann.call('delete_message', { message_id: message.id });
    expect(await events('message.deleted')).toMatchObject([
      {
        message_id: message.id,
        seq: message.seq,
        sender_id: ann.user.id,
        version: 2,
        conversation: { latest_message_content: 'stays', last_seq: 3 },
      },
    ]);
  });

  it('of a reaction, with its totals', async () => {
    const { id: message_id } = await sendText(ann, conversation_id);
    await bob.call('add_message_reaction', { message_id, kind: '👍' });
    await bob.call('add_message_reaction', { message_id, kind: '👍' });
    await bob.call('remove_message_reaction', { message_id, kind: '👍' });
    const actor = { user_id: bob.user.id, kind: '👍' };
    expect(await events('message.reactions_changed')).toMatchObject([
      { message_id, seq: 2, reaction_counts: { '👍': 1 }, actor: { ...actor, is_given: true } },
      { message_id, seq: 2, reaction_counts: {}, actor: { ...actor, is_given: false } },
    ]);
  });
});

it('A message of the system takes no reactions', async () => {
  const { messages } = await ann.call('list_messages', { conversation_id });
  const [line] = messages;
  await expect(
    ann.call('add_message_reaction', { message_id: line?.id ?? '', kind: '👍' }),
  ).rejects.toMatchObject({ code: 'message_not_found' });
});
