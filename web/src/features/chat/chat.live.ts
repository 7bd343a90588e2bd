import type { QueryClient } from '@tanstack/react-query';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { RepliedMessage } from '#contract/features/chat/messages.ts';
import { patchEntity, readEntities, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { addItem, removeItem } from '#web/lib/list/list-changes.ts';
import { cachedInputs } from '#web/lib/list/live-list.ts';
import {
  type EventOf,
  type LiveContext,
  registerChannelRefetch,
  registerLiveHandler,
  registerSummaryRefetch,
} from '#web/lib/live/live-client.ts';
import { whenIdle } from '#web/lib/loading/when-idle.ts';
import { deferOwnMessage } from './composer/own-messages.ts';
import {
  type AppliedEvent,
  applyToConversation,
  type ConversationEvent,
  countForBadge,
} from './conversations/apply-to-conversation.ts';
import {
  type ConversationFilter,
  conversationChanges,
  refetchConversation,
  refetchConversations,
} from './conversations/conversations.api.ts';
import { applyToMessage } from './messages/apply-to-message.ts';
import { hasLoadedMessages, listLoadedMessages } from './messages/loaded-messages.ts';
import { messageEntity } from './messages/message.entity.ts';
import { messageQuery } from './messages/message-query.ts';
import { advanceReadPosition, messageChanges, readBySending, toPosition } from './messages/messages.api.ts';
import { unreadQuery } from './unread.api.ts';

const recountNow = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: unreadQuery.queryKey });

/** Counts the unread messages again, at most once in this time, in milliseconds. */
const recountDelay = 500;
const recounts = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

function recountUnread(client: QueryClient): void {
  if (recounts.has(client)) return;
  const timer = setTimeout(() => {
    recounts.delete(client);
    recountNow(client);
  }, recountDelay);
  recounts.set(client, timer);
}

/** Stores a changed conversation, and adds the difference to the badge. */
export function storeConversation(client: QueryClient, { conversation, isIncomplete }: AppliedEvent): void {
  const before = readEntity(client, 'conversation', conversation.id);
  patchEntity(client, 'conversation', conversation.id, conversation);
  const now = Date.now();
  const count = (one: Conversation | undefined) => (one ? countForBadge(one, now) : 0);
  const added = count(conversation) - count(before);
  if (added !== 0) {
    client.setQueryData(unreadQuery.queryKey, (unread) =>
      unread ? { ...unread, unread_count: Math.max(0, unread.unread_count + added) } : unread,
    );
  }
  if (isIncomplete) {
    refetchConversation(client, conversation.id);
    recountUnread(client);
  }
}

/** Applies an event to its conversation; one that isn't in the cache is requested if it may be part of a list. */
function applyToCached(id: string, event: ConversationEvent, { client, viewerId }: LiveContext): void {
  const conversation = readEntity(client, 'conversation', id);
  if (conversation) storeConversation(client, applyToConversation(conversation, event, viewerId));
  else if (event.type !== 'conversation.read') {
    recountUnread(client);
    refetchConversation(client, id);
  }
}

/** Adds a conversation to the lists that begin with the latest message. Lists of a search change only in their order. */
function moveToTop(client: QueryClient, id: string, seq: number): void {
  for (const input of cachedInputs<ConversationFilter>(client, 'list_conversations')) {
    if (input.search !== '' || input.filter === 'requests') continue;
    conversationChanges.update(client, input, (changes) => addItem(changes, { id }, seq));
  }
}

registerLiveHandler('message.created', (event, context) => {
  const { client, viewerId } = context;
  const { message } = event.payload;
  const id = message.conversation_id;
  // Otherwise the message comes with the pages, when the conversation is opened.
  const isLoaded = hasLoadedMessages(client, id);
  if (isLoaded) writeEntities(client, messageEntity, [message], { fromEvent: true });
  const show = () => {
    if (isLoaded)
      messageChanges.update(client, id, (changes) => addItem(changes, toPosition(message), event.seq));
  };
  if (message.sender_id !== viewerId || !deferOwnMessage(message, show)) show();
  readBySending(client, message);
  applyToCached(id, event, context);
  moveToTop(client, id, event.seq);
});

/** Returns the loaded replies to a message, with what they show of it. */
const listReplies = (client: QueryClient, conversationId: string, repliedId: string) =>
  [...listLoadedMessages(client, conversationId)].flatMap((id) => {
    const replied = readEntity(client, 'message', id)?.reply_to;
    return replied?.id === repliedId ? [{ id, replied }] : [];
  });

const refetchMessage = (client: QueryClient, id: string): void =>
  void client.fetchQuery({ ...messageQuery(id), staleTime: 0 }).catch(() => {
    // The viewer can't read it anymore, or loads it again with its conversation.
  });

/** Changes what replies show of the message that they reply to, unless they show a newer version. */
function patchReplies(
  client: QueryClient,
  conversationId: string,
  repliedId: string,
  changes: Pick<RepliedMessage, 'is_deleted' | 'excerpt' | 'version'>,
): void {
  for (const { id, replied } of listReplies(client, conversationId, repliedId))
    if (replied.version < changes.version)
      patchEntity(client, 'message', id, { reply_to: { ...replied, ...changes } });
}

function applyToCachedMessage(
  id: string,
  event: EventOf<'message.edited'> | EventOf<'message.deleted'> | EventOf<'message.reactions_changed'>,
  { client, viewerId }: LiveContext,
): void {
  patchEntity(client, 'message', id, (message) => applyToMessage(message, event, viewerId));
}

registerLiveHandler('message.edited', (event, context) => {
  const { message, excerpt } = event.payload;
  const { id, conversation_id, version } = message;
  applyToCachedMessage(id, event, context);
  patchReplies(context.client, conversation_id, id, { is_deleted: false, excerpt, version });
  applyToCached(conversation_id, event, context);
});

registerLiveHandler('message.outdated', (event, context) => {
  const { message_id, conversation_id, version } = event.payload;
  const { client } = context;
  const message = readEntity(client, 'message', message_id);
  if (message && message.version < version) refetchMessage(client, message_id);
  for (const { id, replied } of listReplies(client, conversation_id, message_id))
    if (replied.version < version) refetchMessage(client, id);
  applyToCached(conversation_id, event, context);
});

registerLiveHandler('message.deleted', (event, context) => {
  const { message_id, conversation_id, version } = event.payload;
  applyToCachedMessage(message_id, event, context);
  if (hasLoadedMessages(context.client, conversation_id)) {
    patchReplies(context.client, conversation_id, message_id, { is_deleted: true, excerpt: '', version });
    messageChanges.update(context.client, conversation_id, (changes) =>
      removeItem(changes, message_id, event.seq),
    );
  }
  applyToCached(conversation_id, event, context);
});

registerLiveHandler('message.reactions_changed', (event, context) => {
  applyToCachedMessage(event.payload.message_id, event, context);
});

registerLiveHandler('conversation.changed', (event, context) => {
  const { conversation_id } = event.payload;
  applyToCached(conversation_id, event, context);
  void context.client.invalidateQueries({ queryKey: ['list_participants', { conversation_id }] });
});

registerLiveHandler('conversation.viewer_changed', (event, context) => {
  const { client } = context;
  const { conversation_id } = event.payload;
  const before = readEntity(client, 'conversation', conversation_id)?.status;
  applyToCached(conversation_id, event, context);
  // A request that was accepted moves to another list, and one that has arrived is new.
  if (before !== event.payload.status) refetchConversations(client);
  recountUnread(client);
});

registerLiveHandler('conversation.read', (event, context) => {
  const { conversation_id, ...position } = event.payload;
  advanceReadPosition(context.client, conversation_id, position);
  applyToCached(conversation_id, event, context);
});

registerLiveHandler('conversation.list_changed', (_event, { client }) => {
  refetchConversations(client);
  recountUnread(client);
});

registerLiveHandler('message_draft.changed', ({ payload }, { client }) => {
  const { conversation_id, excerpt } = payload;
  patchEntity(client, 'conversation', conversation_id, { draft_excerpt: excerpt });
  void client.invalidateQueries({ queryKey: ['get_message_draft', { conversation_id }] });
});

registerLiveHandler('chat_settings.changed', ({ payload }, { client }) => {
  client.setQueryData(['get_chat_settings', {}], payload);
  // Whose receipts the viewer sees may have changed.
  for (const { conversation_id } of cachedInputs<{ conversation_id: string }>(client, 'list_messages'))
    refetchConversation(client, conversation_id);
});

registerLiveHandler('space_chat.changed', ({ payload: { space_id, chat_enabled } }, { client }) => {
  client.setQueryData(['get_space_chat', { space_id }], { chat_enabled });
});

registerLiveHandler('block.changed', ({ payload: { user_id } }, { client }) => {
  void client.invalidateQueries({ queryKey: ['list_blocked_users'] });
  void client.invalidateQueries({ queryKey: ['list_recent_contacts'] });
  void client.invalidateQueries({ queryKey: ['list_suggested_people'] });
  for (const { id, other_participants, is_group } of readEntities(client, 'conversation')) {
    if (is_group || other_participants.some((person) => person.user_id === user_id))
      refetchConversation(client, id);
  }
  recountUnread(client);
});

registerLiveHandler('follow.changed', ({ payload }, { client, viewerId }) => {
  const { follower_id, following_id } = payload;
  void client.invalidateQueries({ queryKey: ['search_people'] });
  if (following_id !== viewerId) return;
  // Whether the first message to someone is a request depends on whether they follow the viewer.
  for (const { id, is_group, last_seq, other_participants } of readEntities(client, 'conversation')) {
    const isUnwritten = !is_group && last_seq === 0;
    if (isUnwritten && other_participants.some(({ user_id }) => user_id === follower_id))
      refetchConversation(client, id);
  }
});

/** Requests again what events of conversations keep current that nobody has opened: such events aren't sent twice. */
function refetchLists(client: QueryClient): void {
  refetchConversations(client);
  for (const operation of ['get_message_draft', 'get_chat_settings', 'get_space_chat', 'list_blocked_users'])
    void client.invalidateQueries({ queryKey: [operation] });
  // Conversations that are opened later load again, at their newest messages.
  client.removeQueries({ queryKey: ['list_messages'], type: 'inactive' });
}

/** Does the same, and counts the unread messages. */
export function refetchChat(client: QueryClient): void {
  recountNow(client);
  refetchLists(client);
}

// What an open conversation missed would be counted twice by a number from before. Lists come after what the page shows.
registerSummaryRefetch(
  ({ client }, caughtUp) =>
    void caughtUp.then(() => {
      recountNow(client);
      whenIdle(() => refetchLists(client));
    }),
);
registerChannelRefetch('user', (_id, { client }) => refetchChat(client));
registerChannelRefetch('conversation', (id, { client }) => {
  void client.invalidateQueries({ queryKey: ['list_messages', { conversation_id: id }] });
  refetchConversation(client, id);
});
