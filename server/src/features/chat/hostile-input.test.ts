import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '#testing/people.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { newFile, newPdf, sendFile } from '#testing/samples/files.ts';
import { sharedServer } from '#testing/server.ts';

// Texts of messages themselves are in messages.test.ts.
const server = sharedServer();
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  [ann, bob] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
});

const markup = '<img src=x onerror=alert(1)>"\'&lt;';

describe('The name of a group', () => {
  it('is stored as it is, and is text wherever it is shown', async () => {
    const { id } = await newGroup(ann, [bob], markup);
    await sendText(ann, id, 'needle in a group');
    const { conversation } = await bob.call('get_conversation', { conversation_id: id });
    expect([conversation.name, conversation.conversation_name]).toEqual([markup, markup]);
    const { messages } = await bob.call('search_messages', { search: 'needle in a group' });
    expect(messages.map(({ conversation_name }) => conversation_name)).toEqual([markup]);
    const { conversations } = await bob.call('list_conversations', { search: 'onerror=alert' });
    expect(conversations.map((one) => one.id)).toEqual([id]);
  });

  it.each([
    ['right-to-left overrides', 'invoice\u202efdp.exe', 'invalid_input'],
    ['isolates', '\u2066left\u2069', 'invalid_input'],
    ['zero-width spaces', 'a\u200bb', 'invalid_input'],
    ['nothing to see', '\u3164\u2800', 'invalid_input'],
    ['line breaks', 'one\ntwo', 'invalid_input'],
    ['a hundred thousand characters', 'x'.repeat(100_000), 'invalid_input'],
    ['an unpaired surrogate', 'a\ud800', 'invalid_text'],
    ['a NUL', 'a\u0000b', 'invalid_text'],
  ])('is refused with %s, for a new group and for an existing one', async (_what, name, code) => {
    const { id: conversation_id } = await newGroup(ann, [bob], 'Before');
    await expect(ann.call('update_group', { conversation_id, name })).rejects.toMatchObject({ code });
    await expect(newGroup(ann, [bob], name)).rejects.toMatchObject({ code });
    const { conversation } = await bob.call('get_conversation', { conversation_id });
    expect(conversation.name).toBe('Before');
  });

  it('of a megabyte is refused before it is parsed', async () => {
    await expect(newGroup(ann, [bob], 'x'.repeat(1_500_000))).rejects.toMatchObject({ status: 413 });
  });

  it('may need joiners, as scripts and emoji do', async () => {
    const name = 'Family 👨\u200d👩\u200d👧 می\u200cخواهم';
    expect((await newGroup(ann, [bob], name)).name).toBe(name);
  });
});

describe('The name of a file', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['invoice\u202efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    [`${markup}.pdf`, `${markup}.pdf`],
    ['a\u0007b\r\nc.pdf', 'abc.pdf'],
  ])('%j is shown as %j, and is no header', async (file_name, shown) => {
    const { id: conversation_id } = await newGroup(ann, [bob]);
    const { id } = await newFile(ann, { purpose: 'chat_file', file_name }, newPdf);
    const { message } = await ann.call('send_message', {
      conversation_id,
      client_id: newId(),
      content: '',
      upload_ids: [id],
    });
    expect(message.attachments).toMatchObject([{ file_name: shown }]);
    const response = await bob.fetch(message.attachment_url ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      /^(attachment|inline); filename="[ -!#-[\]-~]*"; filename\*=UTF-8''[\w%.!~-]+$/,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

it('A file whose name has more than 255 characters is refused', async () => {
  const file_name = `${'x'.repeat(252)}.pdf`;
  const response = await sendFile(ann, { purpose: 'chat_file', file_name }, newPdf);
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_input' } });
});

describe('Mentions', () => {
  const mention = async (text: (username: string) => string) => {
    const { id } = await newGroup(ann, [bob]);
    return await sendText(ann, id, text(bob.user.username));
  };

  it('of the same person fifty times are one', async () => {
    const { mentions } = await mention((name) => `@${name} `.repeat(50));
    expect(mentions).toHaveLength(1);
  });

  it.each([
    ['a zero-width space', (name: string) => `@\u200b${name}`],
    ['an override', (name: string) => `@\u202e${name}`],
    ['a word before it', (name: string) => `mail@${name}`],
    ['code around it', (name: string) => `\`@${name}\``],
    ['an address around it', (name: string) => `https://example.com/@${name}`],
  ])('with %s are none', async (_what, text) => {
    expect((await mention(text)).mentions).toEqual([]);
  });

  it('of nobody are none, however many', async () => {
    const message = await mention(() => `${'@'.repeat(2_400)}${'@a.'.repeat(800)}`);
    expect(message.mentions).toEqual([]);
  });

  it('notify with a text that is well-formed, wherever it is cut', async () => {
    const { id } = await newGroup(ann, [bob]);
    await sendText(ann, id, `@${bob.user.username} ${'😀'.repeat(2_000)}<b>\u202e`);
    const { notifications } = await bob.call('get_notifications_with_actors', {});
    const [entry] = notifications.filter(
      ({ type, conversation_id }) => type === 'mention' && conversation_id === id,
    );
    expect(entry?.content_preview?.isWellFormed()).toBe(true);
    expect([...(entry?.content_preview ?? '')].length).toBeLessThanOrEqual(300);
  });
});

describe('What is searched and drafted', () => {
  it('may contain anything that can be stored', async () => {
    const { id: conversation_id } = await newGroup(ann, [bob]);
    for (const search of [
      '%%',
      '__',
      '\\\\',
      "'; drop table users; --",
      '\u202ea\u200bb',
      '(((((',
      '😀'.repeat(100),
    ]) {
      await ann.call('search_messages', { search, conversation_id });
      await ann.call('list_conversations', { search });
      await ann.call('search_people', { search });
      await ann.call('list_participants', { conversation_id, search });
    }
    await expect(ann.call('search_people', { search: 'a\u0000' })).rejects.toMatchObject({ status: 400 });
    const draft = {
      conversation_id,
      client_id: newId(),
      base_version: 0,
      client_edited_at: new Date().toISOString(),
      reply_to_id: null,
    };
    await ann.call('save_message_draft', { ...draft, content: `${markup}\u202e` });
    expect((await ann.call('get_message_draft', { conversation_id })).draft?.content).toBe(`${markup}\u202e`);
    await expect(ann.call('save_message_draft', { ...draft, content: 'a\udc00' })).rejects.toMatchObject({
      code: 'invalid_text',
    });
  });
});

describe('Drafts of two devices', () => {
  it('are those of their conversation, and the one that was typed last wins', async () => {
    const [one, two] = [(await newGroup(ann, [bob])).id, (await newGroup(ann, [bob])).id];
    const at = (minute: number) => `2026-11-01T10:0${minute}:00.000Z`;
    const save = async (conversation_id: string, content: string, base_version: number, minute: number) =>
      await ann.call('save_message_draft', {
        conversation_id,
        client_id: newId(),
        base_version,
        client_edited_at: at(minute),
        content,
        reply_to_id: null,
      });
    const draftIn = async (conversation_id: string) =>
      (await ann.call('get_message_draft', { conversation_id })).draft?.content;
    await save(one, 'On the phone', 0, 1);
    await save(two, 'In the other conversation', 0, 2);
    // The desk typed later, and the phone, which was offline, before that.
    expect((await save(one, 'At the desk', 0, 5)).accepted).toBe(true);
    expect(await save(one, 'On the train', 1, 3)).toMatchObject({
      accepted: false,
      draft: { content: 'At the desk' },
    });
    expect([await draftIn(one), await draftIn(two)]).toEqual(['At the desk', 'In the other conversation']);
    const { conversations } = await ann.call('list_conversations', {});
    const excerpts = new Map(conversations.map(({ id, draft_excerpt }) => [id, draft_excerpt]));
    expect([excerpts.get(one), excerpts.get(two)]).toEqual(['At the desk', 'In the other conversation']);
    expect((await bob.call('get_message_draft', { conversation_id: one })).draft).toBeNull();
  });
});
