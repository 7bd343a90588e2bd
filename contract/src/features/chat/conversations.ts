import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { person } from '../../users.ts';
import { muteDurations } from '../../values/mute-durations.ts';
import { image } from '../uploads/uploads.ts';
import { latestMessage } from './latest-message.ts';

/** A participant as others see them. */
export const conversationPerson = person.extend({
  user_id: id,
  is_admin: z.boolean(),
  is_online: z.boolean(),
  /** Null if unknown, and for people who blocked the viewer or whom the viewer blocked. */
  last_seen_at: timestamp.nullable(),
  /** Null where receipts are off, on either side, and in groups of more than 50. */
  last_read_seq: z.number().int().nullable(),
});
export type ConversationPerson = z.output<typeof conversationPerson>;

export const conversationStatuses = [
  'active',
  /** Somebody whom the viewer doesn't know has written, and the viewer hasn't accepted yet. */
  'request_received',
  /** The viewer has written, and the other person hasn't accepted yet. */
  'request_sent',
  /** The viewer left the group, or was removed from it, and can read it up to then. */
  'left',
  'removed',
] as const;
export const conversationStatus = z.enum(conversationStatuses);
export type ConversationStatus = z.output<typeof conversationStatus>;

/** Why the viewer can't write now; null if they can. */
export const sendBarrier = z.enum([
  /** The viewer blocked the other person. */
  'blocked_by_viewer',
  /** The other person doesn't take messages from the viewer. */
  'unavailable',
  'request_pending',
  'request_not_accepted',
  'left',
]);

/** A conversation as the viewer sees it. */
export const conversation = z.object({
  id,
  conversation_id: id,
  is_group: z.boolean(),
  /** Of a group; null for a direct conversation. Whoever left sees the name that it had then. */
  name: z.string().nullable(),
  /** The name of the group, or of the other person. */
  conversation_name: z.string(),
  /** Null for whoever left the group. */
  icon: image.nullable(),
  /** Null if their account was deleted. */
  created_by: id.nullable(),
  created_at: timestamp,
  ...latestMessage,
  /** The number of the latest message, also if it was deleted; 0 if there is none. */
  last_seq: z.number().int(),
  /** The messages after it are unread, except the viewer's own, deleted ones and those of the system. */
  last_read_seq: z.number().int(),
  /** Up to 100. */
  unread_count: z.number().int(),
  is_marked_unread: z.boolean(),
  /** The other person of a direct conversation; five of a group, by when they were added; none after the viewer left it. */
  other_participants: z.array(conversationPerson),
  /** With the viewer; 0 after they left. */
  participant_count: z.number().int(),
  is_admin: z.boolean(),
  /** Muted if in the future; in the year 9999 for good. */
  muted_until: timestamp.nullable(),
  status: conversationStatus,
  send_barrier: sendBarrier.nullable(),
  /** Whether the first message of the viewer will be a message request. */
  will_send_request: z.boolean(),
  /** The participants that the viewer has blocked. */
  blocked_user_ids: z.array(id),
  /** The beginning of the viewer's draft; null if there is none. */
  draft_excerpt: z.string().nullable(),
  can: z.object({
    send: z.boolean(),
    /** Name and icon. */
    edit: z.boolean(),
    add: z.boolean(),
    /** Also appoint admins. */
    remove: z.boolean(),
    leave: z.boolean(),
  }),
  /** Raised by every change that all participants see: messages, name, icon, participants. */
  version: z.number().int(),
  /** Raised by every change that only the viewer sees: read, muted, marked as unread, accepted. */
  viewer_version: z.number().int(),
});
export type Conversation = z.output<typeof conversation>;

export const ofConversation = z.object({ conversation_id: id });
/** A response that contains one conversation. */
export const oneConversation = z.object({ conversation, live_cursor: liveCursor });

/** What only the viewer sees of a conversation. `unread_count` is that at `version` of the conversation. */
const viewerState = z.object({
  conversation_id: id,
  last_read_seq: z.number().int(),
  unread_count: z.number().int(),
  is_marked_unread: z.boolean(),
  muted_until: timestamp.nullable(),
  status: conversationStatus,
  version: z.number().int(),
  viewer_version: z.number().int(),
});
export type ConversationViewerState = z.output<typeof viewerState>;

export const conversationLiveEvents = {
  /** Name, icon or participants changed, or a request was accepted: refetch the conversation if `version` is higher. */
  'conversation.changed': z.object({
    conversation_id: id,
    /** Who was added, was removed or left. */
    changed_user_ids: z.array(id),
    version: z.number().int(),
  }),
  /** To the viewer's own devices: what only they see changed, also in a conversation that is new to them. */
  'conversation.viewer_changed': viewerState,
  /** To the viewer's own devices: they deleted a request, or all conversations were marked as read. Refetch the lists. */
  'conversation.list_changed': z.object({ conversation_id: id.nullable() }),
  /** A participant has read, where receipts are on. */
  'conversation.read': z.object({
    conversation_id: id,
    user_id: id,
    last_read_seq: z.number().int(),
    read_at: timestamp.nullable(),
  }),
};

export const conversationEndpoints = {
  list_conversations: defineEndpoint({
    method: 'GET',
    path: '/api/chat/conversations',
    summary:
      "List the viewer's conversations, the one with the latest message first, 20 a page: all, only unread ones, or message requests that wait for an answer. `search` filters by the names of groups and people.",
    access: 'signed-in',
    query: z.object({
      filter: z.enum(['all', 'unread', 'requests']).default('all'),
      search: limitCharacters(z.string().trim(), { max: [100, () => t('At most 100 characters')] }).default(
        '',
      ),
      cursor,
    }),
    output: z.object({
      conversations: z.array(conversation),
      next_cursor: z.string().nullable(),
      live_cursor: liveCursor,
    }),
    rateLimit: 'none',
  }),
  get_unread_conversations: defineEndpoint({
    method: 'GET',
    path: '/api/chat/unread',
    summary:
      'Count unread messages and the conversations that contain them, without muted conversations and message requests, and message requests. Each conversation counts up to 100 messages.',
    access: 'signed-in',
    output: z.object({
      unread_count: z.number().int(),
      conversation_count: z.number().int(),
      request_count: z.number().int(),
      live_cursor: liveCursor,
    }),
    rateLimit: 'none',
  }),
  get_conversation: defineEndpoint({
    method: 'GET',
    path: '/api/chat/conversations/:conversation_id',
    summary: 'Get a conversation.',
    access: 'signed-in',
    params: ofConversation,
    output: oneConversation,
    errors: ['conversation_not_found'],
    rateLimit: 'none',
  }),
  find_conversation_by_slug: defineEndpoint({
    method: 'GET',
    path: '/api/chat/conversations/by-slug/:slug',
    summary: 'Find a conversation by its slug: its id without dashes, 32 characters.',
    access: 'signed-in',
    params: z.object({ slug: z.string().max(80) }),
    output: oneConversation,
    errors: ['conversation_slug_not_found'],
    rateLimit: 'none',
  }),
  get_or_create_conversation: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/people/:user_id/conversation',
    summary:
      'Get the direct conversation with a person, or create it. Two people have only one, however often and from whichever side this is called. Conversations with people with whom the viewer shares no space can be created 20 times a day in the first week, then 100 times.',
    access: 'signed-in',
    params: z.object({ user_id: id }),
    output: oneConversation,
    errors: [
      'cannot_message_self',
      'person_not_found',
      'cannot_message_person',
      'conversation_limit_reached',
    ],
    rateLimit: 'write',
  }),
  mark_conversation_as_read: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/conversations/:conversation_id/read',
    summary:
      'Mark the messages up to a number as read. A lower number than before changes only `is_marked_unread`.',
    access: 'signed-in',
    params: ofConversation,
    body: z.object({ seq: z.number().int().nonnegative() }),
    output: z.object({ viewer_state: viewerState }),
    errors: ['conversation_not_found'],
    rateLimit: 'write',
  }),
  mark_conversation_as_unread: defineEndpoint({
    method: 'DELETE',
    path: '/api/chat/conversations/:conversation_id/read',
    summary: 'Show a conversation as unread, without changing what others see as read.',
    access: 'signed-in',
    params: ofConversation,
    output: z.object({ viewer_state: viewerState }),
    errors: ['conversation_not_found'],
    rateLimit: 'write',
  }),
  mark_all_conversations_as_read: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/read-all',
    summary: "Mark all of the viewer's conversations as read. Returns how many were unread.",
    access: 'signed-in',
    output: z.object({ count: z.number().int() }),
    rateLimit: 'write',
  }),
  mute_conversation: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/conversations/:conversation_id/mute',
    summary: 'Mute a conversation for an hour, a day, a week or always; null ends it.',
    access: 'signed-in',
    params: ofConversation,
    body: z.object({ duration: z.enum(muteDurations).nullable() }),
    output: z.object({ viewer_state: viewerState }),
    errors: ['conversation_not_found'],
    rateLimit: 'write',
  }),
  accept_message_request: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/conversations/:conversation_id/request',
    summary: 'Accept a message request. Accepting it again changes nothing.',
    access: 'signed-in',
    params: ofConversation,
    output: oneConversation,
    errors: ['conversation_not_found'],
    rateLimit: 'write',
  }),
  delete_message_request: defineEndpoint({
    method: 'DELETE',
    path: '/api/chat/conversations/:conversation_id/request',
    summary: "Delete a message request. Its sender isn't told. Does nothing if there is none.",
    access: 'signed-in',
    params: ofConversation,
    output: emptyResponse,
    errors: ['conversation_not_found'],
    rateLimit: 'write',
  }),
};
