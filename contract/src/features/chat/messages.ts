import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { reactionActor, reactionTotals, viewerReactions } from '../../schema/reaction-totals.ts';
import { avatarPerson, person } from '../../users.ts';
import { maxAttachments, maxReportNote, maxVoiceSeconds, voicePeaks } from '../../values/limits.ts';
import { linkPreview } from '../posts/posts.ts';
import { image, storedAudio, storedFile } from '../uploads/uploads.ts';
import { latestMessage } from './latest-message.ts';
import { systemMessage } from './system-message.ts';

export const messageKinds = ['text', 'voice', 'system'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The message that another one replies to. `excerpt` is empty if it was deleted, has no text, or the viewer may not read it. */
export const repliedMessage = z.object({
  id,
  seq: z.number().int(),
  sender: avatarPerson,
  kind: z.enum(messageKinds),
  excerpt: z.string(),
  /** False for participants who were added after it was sent: they get no excerpt. */
  is_readable: z.boolean(),
  is_deleted: z.boolean(),
  /** Of the message itself: the higher one wins. */
  version: z.number().int(),
});
export type RepliedMessage = z.output<typeof repliedMessage>;

/** An attachment of a message: an image, document, video or voice message. */
export const messageAttachment = z.discriminatedUnion('kind', [image, storedFile, storedAudio]);
export type MessageAttachment = z.output<typeof messageAttachment>;

/** How long a voice message is, and its loudness over time, from 0 to 100. */
export const voiceShape = z.object({
  duration_ms: z
    .number()
    .int()
    .positive()
    .max(maxVoiceSeconds * 1000),
  peaks: z.array(z.number().int().min(0).max(100)).length(voicePeaks),
});
export type VoiceShape = z.output<typeof voiceShape>;

/** A participant whom a message mentions. */
const mentionedPerson = z.object({ id, username: z.string(), full_name: z.string() });
export type MentionedPerson = z.output<typeof mentionedPerson>;

/**
 * A message. `content` is the Markdown that the sender typed, as plain text. Messages of a conversation are ordered by
 * `seq`; `created_at` never decreases with it. A deleted message isn't listed anymore, so numbers can be missing.
 */
export const message = z.object({
  id,
  conversation_id: id,
  seq: z.number().int(),
  /** The id that the sender's device gave it; null for a system message. */
  client_id: id.nullable(),
  sender_id: id,
  sender: person,
  kind: z.enum(messageKinds),
  /** Empty for a system message, and if it has attachments only. */
  content: z.string(),
  attachments: z.array(messageAttachment),
  /** The URL and kind of the first attachment. */
  attachment_url: z.string().nullable(),
  attachment_type: z.string().nullable(),
  /** Of a voice message, whose only attachment is its recording. */
  voice: voiceShape.nullable(),
  reply_to: repliedMessage.nullable(),
  /** The emoji: `like_count` is always 0. */
  ...reactionTotals,
  ...viewerReactions,
  link_preview: linkPreview.nullable(),
  /** The participants whom the text mentions by `@` and their username. */
  mentions: z.array(mentionedPerson),
  system: systemMessage.nullable(),
  is_edited: z.boolean(),
  is_deleted: z.boolean(),
  created_at: timestamp,
  edited_at: timestamp.nullable(),
  /**
   * Who has read it, the sender included: those whose `last_read_seq` is at least `seq`. Only the sender in groups of more
   * than 50 and in live events: there, derive it from `read_positions`.
   */
  read_by_ids: z.array(id),
  /** Raised by every change; the higher version wins. */
  version: z.number().int(),
});
export type Message = z.output<typeof message>;

/** Up to which message a participant has read. */
export const readPosition = z.object({
  user_id: id,
  last_read_seq: z.number().int(),
  /** When they read up to there; null if it isn't known. May be too early if they have sent messages since. */
  read_at: timestamp.nullable(),
});
export type ReadPosition = z.output<typeof readPosition>;

const ofConversation = z.object({ conversation_id: id });
const ofMessage = z.object({ message_id: id });
/** Longer than any message, so that too much text has an error of its own. */
const content = z.string().max(20_000, { error: () => t('The message is too long') });
const search = limitCharacters(z.string().trim(), {
  min: [2, () => t('Type at least 2 characters')],
  max: [100, () => t('At most 100 characters')],
});
const note = limitCharacters(z.string().trim(), {
  max: [maxReportNote, () => t('At most {max, number} characters', { max: maxReportNote })],
});

/** The conversation after a change of its messages. Apply it if `version` is higher than that of the entity. */
const afterChange = z.object({ last_seq: z.number().int(), version: z.number().int(), ...latestMessage });

export const messageLiveEvents = {
  /**
   * If its sender had read up to the message before, they have read this one too. In any case, the conversation isn't marked as
   * unread for them anymore. If
   * not all participants may read what it replies to, that excerpt is empty, its version is 0, and `message.outdated` follows.
   */
  'message.created': z.object({ message, conversation: afterChange }),
  /** Its text, link preview or attachments changed. It keeps its reactions. Replies to it show `excerpt` from now on. */
  'message.edited': z.object({ message, excerpt: z.string(), conversation: afterChange }),
  /**
   * The same for a message from before somebody was added to the group, who may not read it, and for a reply to one: refetch it
   * if it is shown with a lower version.
   */
  'message.outdated': z.object({
    message_id: id,
    conversation_id: id,
    seq: z.number().int(),
    version: z.number().int(),
    conversation: afterChange,
  }),
  'message.deleted': z.object({
    message_id: id,
    conversation_id: id,
    seq: z.number().int(),
    sender_id: id,
    version: z.number().int(),
    conversation: afterChange,
  }),
  'message.reactions_changed': z.object({
    message_id: id,
    conversation_id: id,
    seq: z.number().int(),
    ...reactionTotals,
    version: z.number().int(),
    actor: reactionActor,
  }),
};

export const messageEndpoints = {
  list_messages: defineEndpoint({
    method: 'GET',
    path: '/api/chat/conversations/:conversation_id/messages',
    summary:
      'List messages of a conversation, oldest first: up to 30 before and 30 after an anchor, which is `newest`, `first_unread`, `seq:12`, `date:2026-11-21` (the first message of that day or later, UTC) or the id of a message. Or the 30 before, or after, a `seq`.',
    access: 'signed-in',
    params: ofConversation,
    query: z.object({
      anchor: z
        .string()
        .max(50)
        .regex(/^(newest|first_unread|seq:\d{1,15}|date:\d{4}-\d{2}-\d{2}|[0-9a-fA-F-]{36})$/)
        .default('newest'),
      /** Instead of an anchor. */
      before: z.coerce.number().int().positive().optional(),
      after: z.coerce.number().int().nonnegative().optional(),
    }),
    output: z.object({
      messages: z.array(message),
      /** The message that the anchor found; null for `newest`, for `before` and `after`, and if there is none. */
      anchor_seq: z.number().int().nullable(),
      has_more_before: z.boolean(),
      has_more_after: z.boolean(),
      /** Of the participants whose receipts the viewer may see; empty in groups of more than 50. */
      read_positions: z.array(readPosition),
      live_cursor: liveCursor,
    }),
    errors: ['conversation_not_found', 'message_not_found'],
    rateLimit: 'none',
  }),
  get_message: defineEndpoint({
    method: 'GET',
    path: '/api/chat/messages/:message_id',
    summary: 'Get one message.',
    access: 'signed-in',
    params: ofMessage,
    output: z.object({ message, live_cursor: liveCursor }),
    errors: ['message_not_found'],
    rateLimit: 'none',
  }),
  send_message: defineEndpoint({
    method: 'POST',
    path: '/api/chat/conversations/:conversation_id/messages',
    summary:
      'Send a message. Sending it again with the same client_id returns the message that exists; with another content it fails with `idempotency_conflict`.',
    access: 'signed-in',
    params: ofConversation,
    body: z.object({
      client_id: id,
      content: content.default(''),
      /** Images (`chat_image`) and files (`chat_file`), or one voice message (`chat_voice`). */
      upload_ids: z
        .array(id)
        .max(maxAttachments, { error: () => t('At most 10 attachments') })
        .default([]),
      /** Makes it a voice message. */
      voice: voiceShape.nullable().default(null),
      reply_to_id: id.nullable().default(null),
    }),
    output: z.object({
      message,
      conversation: afterChange,
      /** Up to where the sender has read. */
      last_read_seq: z.number().int(),
    }),
    errors: [
      'conversation_not_found',
      'not_in_conversation',
      'cannot_message_person',
      'message_request_pending',
      'message_request_not_accepted',
      'message_request_text_only',
      'conversation_limit_reached',
      'message_empty',
      'message_too_long',
      'message_not_found',
      'upload_not_found',
      'idempotency_conflict',
    ],
    rateLimit: 'write',
  }),
  update_message: defineEndpoint({
    method: 'PATCH',
    path: '/api/chat/messages/:message_id',
    summary: 'Edit the text of your message, for 24 hours, while you can send messages to its conversation.',
    access: 'signed-in',
    params: ofMessage,
    body: z.object({ content }),
    output: z.object({ message }),
    errors: [
      'message_not_found',
      'not_in_conversation',
      'not_sender',
      'cannot_message_person',
      'message_request_pending',
      'message_request_not_accepted',
      'message_not_editable',
      'message_edit_expired',
      'message_empty',
      'message_too_long',
    ],
    rateLimit: 'write',
  }),
  delete_message: defineEndpoint({
    method: 'DELETE',
    path: '/api/chat/messages/:message_id',
    summary: 'Delete your message for everyone, for 24 hours. Deleting it again changes nothing.',
    access: 'signed-in',
    params: ofMessage,
    output: emptyResponse,
    errors: [
      'message_not_found',
      'not_in_conversation',
      'not_sender',
      'message_not_editable',
      'message_edit_expired',
    ],
    rateLimit: 'write',
  }),
  remove_message_link_preview: defineEndpoint({
    method: 'DELETE',
    path: '/api/chat/messages/:message_id/link-preview',
    summary: 'Remove the link preview of your message.',
    access: 'signed-in',
    params: ofMessage,
    output: z.object({ message }),
    errors: ['message_not_found', 'not_in_conversation', 'not_sender'],
    rateLimit: 'write',
  }),
  search_messages: defineEndpoint({
    method: 'GET',
    path: '/api/chat/messages',
    summary:
      'Search the text of messages in all conversations of the viewer, or in one; latest first, 20 per page. Open a hit with `anchor=seq:…`.',
    access: 'signed-in',
    query: z.object({
      search,
      conversation_id: id.optional(),
      /** Only messages of this person. */
      sender_id: id.optional(),
      has: z.enum(['image', 'file', 'link']).optional(),
      cursor,
    }),
    output: z.object({
      messages: z.array(
        z.object({
          id,
          conversation_id: id,
          conversation_name: z.string(),
          is_group: z.boolean(),
          seq: z.number().int(),
          sender: avatarPerson,
          /** The text around the first match, at most 200 characters. */
          excerpt: z.string(),
          created_at: timestamp,
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
    errors: ['conversation_not_found'],
    rateLimit: 'none',
  }),
  list_conversation_images: defineEndpoint({
    method: 'GET',
    path: '/api/chat/conversations/:conversation_id/images',
    summary: 'List the images of a conversation, those of the latest messages first, of 20 messages a page.',
    access: 'signed-in',
    params: ofConversation,
    query: z.object({ cursor }),
    output: z.object({
      images: z.array(image.extend({ message_id: id, seq: z.number().int() })),
      next_cursor: z.string().nullable(),
    }),
    errors: ['conversation_not_found'],
    rateLimit: 'none',
  }),
  report_message: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/messages/:message_id/report',
    summary:
      "Report a message to the operator of this server, with the messages around it. Spaces' moderators don't see it. A second report by the same person changes nothing.",
    access: 'signed-in',
    params: ofMessage,
    body: z.object({
      reason: z.enum(['spam', 'harassment', 'other']),
      /** Required with `other`. */
      note: note.optional(),
    }),
    output: z.object({ already: z.boolean() }),
    errors: ['message_not_found', 'cannot_report_self', 'report_note_required'],
    rateLimit: 'write',
  }),
};
