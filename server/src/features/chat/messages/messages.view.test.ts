import { describe, expect, it } from 'vitest';
import type { AttachedRow } from '../../uploads/index.ts';
import type { MessageRow } from './message-columns.queries.ts';
import { toMessage, toMessageAttachment } from './messages.view.ts';

const sender = { id: 'ann', full_name: 'Ann', avatar_url: null, username: 'ann' };
const file = (fields: Partial<AttachedRow>): AttachedRow => ({
  id: 'f1',
  file_name: 'notes.pdf',
  mime_type: 'application/pdf',
  byte_size: 7,
  width: 0,
  height: 0,
  color: '',
  variants: [],
  storage_key: 'uploads/f1/original',
  ...fields,
});
const image = file({
  id: 'i1',
  mime_type: 'image/png',
  storage_key: null,
  variants: [
    { width: 480, height: 320 },
    { width: 960, height: 640 },
  ],
});
const row = {
  id: 'm1',
  conversation_id: 'c1',
  seq: 5,
  client_id: 'sent-1',
  sender_id: 'ann',
  sender,
  kind: 'text',
  content: 'Hello',
  voice: null,
  attached: null,
  reply_to: null,
  link_preview: null,
  system_type: null,
  system_people: null,
  system_people_count: 0,
  system_name: null,
  like_count: 0,
  reaction_counts: {},
  given: null,
  created_at: '2026-01-01T00:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  version: 1,
} as unknown as MessageRow;

describe('A message', () => {
  it('of text has no attachments, and only its sender has read it', () => {
    expect(toMessage(row)).toMatchObject({
      id: 'm1',
      content: 'Hello',
      attachments: [],
      attachment_url: null,
      attachment_type: null,
      reply_to: null,
      link_preview: null,
      system: null,
      is_edited: false,
      is_deleted: false,
      my_reactions: [],
      read_by_ids: ['ann'],
    });
  });

  it('is read by those who have read up to it, each once', () => {
    const at = (user_id: string, last_read_seq: number) => ({ user_id, last_read_seq, read_at: null });
    const positions = [at('ann', 9), at('bob', 5), at('eve', 4), at('joe', 6)];
    expect(toMessage(row, positions).read_by_ids).toEqual(['ann', 'bob', 'joe']);
  });

  it('says whether it was edited or deleted', () => {
    const at = '2026-01-02T00:00:00.000Z';
    expect(toMessage({ ...row, edited_at: at })).toMatchObject({
      is_edited: true,
      edited_at: at,
      is_deleted: false,
    });
    expect(toMessage({ ...row, deleted_at: at })).toMatchObject({ is_edited: false, is_deleted: true });
  });

  it('has the address and the kind of its first attachment', () => {
    const message = toMessage({ ...row, attached: [image, file({})] });
    expect(message.attachments.map(({ kind }) => kind)).toEqual(['image', 'document']);
    expect(message).toMatchObject({ attachment_url: '/files/i1/960.webp', attachment_type: 'image' });
  });

  it('shows what it replies to as plain text, and nothing of it once it is deleted', () => {
    const reply_to = {
      id: 'm0',
      seq: 4,
      sender,
      kind: 'text',
      content: '**One**',
      is_readable: true,
      is_deleted: false,
      version: 1,
    };
    const replied = (fields: object) =>
      toMessage({ ...row, reply_to: { ...reply_to, ...fields } as MessageRow['reply_to'] }).reply_to;
    expect(replied({})).toEqual({
      id: 'm0',
      seq: 4,
      sender,
      kind: 'text',
      excerpt: 'One',
      is_readable: true,
      is_deleted: false,
      version: 1,
    });
    expect(replied({ is_deleted: true })).toMatchObject({ excerpt: '', is_deleted: true });
    expect(replied({ is_readable: false })).toMatchObject({ is_readable: false });
  });

  it('shows the preview of its link, with an image if there is one', () => {
    const preview = { url: 'https://a.example', title: 'A', description: null, site_name: 'S', image: null };
    expect(toMessage({ ...row, link_preview: preview }).link_preview).toEqual(preview);
    const pictured = toMessage({ ...row, link_preview: { ...preview, image } }).link_preview;
    expect(pictured).toMatchObject({ url: preview.url, image: { id: 'i1', url: '/files/i1/960.webp' } });
  });

  it('of the system says what happened to whom', () => {
    const line = {
      ...row,
      kind: 'system',
      system_type: 'participants_added',
      system_people_count: 11,
    } as MessageRow;
    expect(toMessage(line).system).toEqual({
      type: 'participants_added',
      people: [],
      people_count: 11,
      name: null,
    });
    const named = { ...line, system_people: [sender], system_name: 'Club' };
    expect(toMessage(named).system).toMatchObject({ people: [sender], name: 'Club' });
  });
});

it('A recording is an attachment of its own kind, played from its file', () => {
  expect(toMessageAttachment(file({ mime_type: 'audio/webm', file_name: 'voice.webm' }))).toEqual({
    id: 'f1',
    kind: 'audio',
    file_name: 'voice.webm',
    mime_type: 'audio/webm',
    byte_size: 7,
    url: '/files/f1/original',
  });
});
