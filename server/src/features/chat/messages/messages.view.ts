import type {
  Message,
  MessageAttachment,
  ReadPosition,
  RepliedMessage,
} from '#contract/features/chat/messages.ts';
import { toViewerReactions } from '#contract/values/reactions.ts';
import { toPlainExcerpt } from '#server/platform/text/markdown.ts';
import { type AttachedRow, originalUrl, toAttachment, toImage } from '../../uploads/index.ts';
import type { MessageRow, RepliedRow } from './message-columns.queries.ts';

export function toMessageAttachment(row: AttachedRow): MessageAttachment {
  if (!row.mime_type.startsWith('audio/')) return toAttachment(row);
  const { id, file_name, mime_type, byte_size } = row;
  return { id, kind: 'audio', file_name, mime_type, byte_size, url: originalUrl(id) };
}

function toReplied({ content, ...row }: RepliedRow): RepliedMessage {
  return { ...row, excerpt: row.is_deleted ? '' : toPlainExcerpt(content) };
}

/** Maps a row to a message. `readPositions` are those that the reader may see. */
export function toMessage(row: MessageRow, readPositions: readonly ReadPosition[] = []): Message {
  const attachments = (row.attached ?? []).map(toMessageAttachment);
  const [first] = attachments;
  const readers = readPositions
    .filter(({ user_id, last_read_seq }) => last_read_seq >= row.seq && user_id !== row.sender_id)
    .map(({ user_id }) => user_id);
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    seq: row.seq,
    client_id: row.client_id,
    sender_id: row.sender_id,
    sender: row.sender,
    kind: row.kind,
    content: row.content,
    attachments,
    attachment_url: first?.url ?? null,
    attachment_type: first?.kind ?? null,
    voice: row.voice,
    reply_to: row.reply_to && toReplied(row.reply_to),
    like_count: row.like_count,
    reaction_counts: row.reaction_counts,
    ...toViewerReactions(row.given),
    link_preview: row.link_preview && {
      ...row.link_preview,
      image: row.link_preview.image && toImage(row.link_preview.image),
    },
    mentions: row.mentions ?? [],
    system: row.system_type && {
      type: row.system_type,
      people: row.system_people ?? [],
      people_count: row.system_people_count,
      name: row.system_name,
    },
    is_edited: row.edited_at !== null,
    is_deleted: row.deleted_at !== null,
    created_at: row.created_at,
    edited_at: row.edited_at,
    read_by_ids: [row.sender_id, ...readers],
    version: row.version,
  };
}
