import type { VoiceShape } from '#contract/features/chat/messages.ts';
import type { AttachedRow } from '../../uploads/index.ts';
import { idsOf } from './mentioned-people.ts';
import type { MessageRow } from './message-columns.queries.ts';
import type { LockedConversation, NewMessageRow, SendPreconditions } from './send.queries.ts';

/** A message as its sender requested it. */
export interface NewMessage {
  conversation_id: string;
  client_id: string;
  content: string;
  upload_ids: string[];
  voice: VoiceShape | null;
  reply_to_id: string | null;
}

/** Returns a new message as its sender reads it. It is known before it's stored, so that nothing waits for that but the commit. */
export const toMessageRow = (
  { conversation_id, client_id, voice }: NewMessage,
  { last_seq }: LockedConversation,
  { sender, reply_to, link_preview, mentioned }: SendPreconditions,
  known: { id: string; text: string; attached: AttachedRow[]; created_at: string; hasPreview: boolean },
): MessageRow => ({
  id: known.id,
  conversation_id,
  seq: last_seq + 1,
  client_id,
  sender_id: sender.id,
  sender,
  kind: voice ? 'voice' : 'text',
  content: known.text,
  voice,
  attached: known.attached,
  reply_to,
  link_preview: known.hasPreview ? link_preview : null,
  mentions: mentioned,
  system_type: null,
  system_people: null,
  system_people_count: 0,
  system_name: null,
  like_count: 0,
  reaction_counts: {},
  given: null,
  created_at: known.created_at,
  edited_at: null,
  deleted_at: null,
  version: 1,
});

/** Returns what is stored of a new message. */
export const toStoredRow = (
  row: MessageRow,
  { upload_ids, reply_to_id }: NewMessage,
  { hash, link }: { hash: string; link: string | null },
): NewMessageRow => ({
  id: row.id,
  conversation_id: row.conversation_id,
  sender_id: row.sender_id,
  client_id: row.client_id,
  request_hash: hash,
  kind: row.kind,
  content: row.content,
  voice: row.voice,
  upload_ids,
  reply_to_id,
  link_url: link,
  mentioned_user_ids: idsOf(row.mentions),
  system_type: null,
  system_user_ids: null,
  system_name: null,
  created_at: row.created_at,
});

/** Returns a message as all participants may read it: without the text that it replies to, if that is from before `sharedSeq`. */
export function withSharedReply(row: MessageRow, sharedSeq: number): MessageRow {
  const { reply_to } = row;
  if (!reply_to || reply_to.seq >= sharedSeq) return row;
  return { ...row, reply_to: { ...reply_to, content: '', is_readable: false } };
}
