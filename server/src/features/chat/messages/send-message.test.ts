import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

async function newPair() {
  const [ann, bob] = await newChatters(server, 2);
  if (!ann || !bob) throw new Error('no people');
  const { conversation } = await ann.call('get_or_create_conversation', { user_id: bob.user.id });
  return { ann, bob, conversation_id: conversation.id };
}

describe('Sending a message', () => {
  it('numbers messages, and shows them to both', async () => {
    const { ann, bob, conversation_id } = await newPair();
    const first = await sendText(ann, conversation_id, 'Hello **Bob**');
    const second = await sendText(bob, conversation_id, 'Hi');
    expect([first.seq, second.seq]).toEqual([1, 2]);
    for (const person of [ann, bob]) {
      const { messages } = await person.call('list_messages', { conversation_id });
      expect(messages.map(({ content }) => content)).toEqual(['Hello **Bob**', 'Hi']);
    }
    const { conversations } = await bob.call('list_conversations', {});
    expect(conversations).toMatchObject([
      { id: conversation_id, latest_message_content: 'Hi', last_seq: 2, unread_count: 1, last_read_seq: 0 },
    ]);
    const group = await newGroup(ann, [bob], 'Friends');
    expect(group).toMatchObject({ conversation_name: 'Friends', latest_message_kind: 'system', last_seq: 1 });
  });

  it('twice with the same id is once, and with another text a conflict', async () => {
    const { ann, conversation_id } = await newPair();
    const message = { conversation_id, client_id: newId(), content: 'Once' };
    const [one, two] = await Promise.all([
      ann.call('send_message', message),
      ann.call('send_message', message),
    ]);
    expect(one.message.id).toBe(two.message.id);
    await expect(ann.call('send_message', { ...message, content: 'Twice' })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect((await ann.call('list_messages', { conversation_id })).messages).toHaveLength(1);
  });

  it('takes two round trips, the last of which commits', async () => {
    const { ann, conversation_id } = await newPair();
    await sendText(ann, conversation_id);
    const queries = await recordQueries(() => sendText(ann, conversation_id), { all: true });
    const locks = queries.findIndex(({ text }) => text.includes('for no key update'));
    const { client } = queries[locks] ?? {};
    const trips = queries
      .slice(locks)
      .filter(
        (query) => query.client === client && !/sequence_live_events|live_announcements/.test(query.text),
      );
    // The lock and what is known; the message and the event.
    expect(new Set(trips.map(({ round_trip }) => round_trip)).size).toBe(2);
    expect(trips.at(-1)?.text).toContain('insert into live_events');
  });

  it('looks for links, mentioned people and other messages only if it has some', async () => {
    const { ann, bob, conversation_id } = await newPair();
    const statements = async (text: string) =>
      (await recordQueries(() => sendText(ann, conversation_id, text))).map((query) => query.text).join();
    const optional = /link_previews|chat_participants mp|chat_messages rm/;
    expect(await statements('Hello')).not.toMatch(optional);
    expect(await statements('https://example.com/a')).toMatch(/link_previews/);
    expect(await statements(`@${bob.user.username} hello`)).toMatch(/chat_participants mp/);
  });

  it('returns the message as a fetch does, with what it replies to, whom it mentions, its link and its image', async () => {
    const [ann, bob] = await newChatters(server, 2);
    if (!ann || !bob) throw new Error('no people');
    const { id: conversation_id } = await newGroup(ann, [bob], 'Friends');
    const earlier = await sendText(bob, conversation_id, 'Where **to**?');
    const url = `https://example.com/${newId()}`;
    const preview = { url, title: 'Lake', description: 'Water', site_name: 'Maps', status: 'ready' };
    await server.db.insertInto('link_previews').values(preview).execute();
    const image = await newUpload(ann, { purpose: 'chat_image' });
    const sent = await ann.call('send_message', {
      conversation_id,
      client_id: newId(),
      content: `@${bob.user.username} and @${ann.user.username}: ${url}`,
      reply_to_id: earlier.id,
      upload_ids: [image.id],
    });
    expect(sent.message.attachments).toHaveLength(1);
    expect(sent.message.mentions).toHaveLength(2);
    expect([sent.message.link_preview?.title, sent.message.reply_to?.excerpt]).toEqual(['Lake', 'Where to?']);
    const { message } = await ann.call('get_message', { message_id: sent.message.id });
    expect(sent.message).toEqual(message);
    const { conversation } = await ann.call('get_conversation', { conversation_id });
    expect(conversation).toMatchObject({ ...sent.conversation, last_read_seq: sent.last_read_seq });
  });

  it('deletes its draft, also if that is being saved meanwhile', async () => {
    const { ann, conversation_id } = await newPair();
    const client_id = newId();
    const key = { user_id: ann.user.id, conversation_id };
    let sending: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await sql`select from chat_participants where user_id = ${key.user_id} and conversation_id = ${conversation_id}
        for no key update`.execute(tx);
      const draft = { client_id, content: 'Hi', version: 1, client_edited_at: new Date().toISOString() };
      await tx
        .insertInto('message_drafts')
        .values({ ...key, ...draft })
        .execute();
      sending = ann.call('send_message', { conversation_id, client_id, content: 'Hi' });
      await untilWaiting(server.db, '%chat_%');
    });
    await sending;
    expect((await ann.call('get_message_draft', { conversation_id })).draft).toBeNull();
  });

  it('leaves what came before unread if the sender had not read it', async () => {
    const { ann, bob, conversation_id } = await newPair();
    await sendText(ann, conversation_id);
    const send = () => bob.call('send_message', { conversation_id, client_id: newId(), content: 'Hi' });
    expect((await send()).last_read_seq).toBe(0);
    await bob.call('mark_conversation_as_read', { conversation_id, seq: 2 });
    expect((await send()).last_read_seq).toBe(3);
  });

  it('is refused to everyone who was never in the conversation', async () => {
    const { conversation_id } = await newPair();
    const [eve] = await newChatters(server, 1);
    if (!eve) throw new Error('no person');
    await expect(sendText(eve, conversation_id)).rejects.toMatchObject({ code: 'conversation_not_found' });
    await expect(sendText(eve, newId())).rejects.toMatchObject({ code: 'conversation_not_found' });
  });
});
