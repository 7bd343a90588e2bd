import type { QueryClient } from '@tanstack/react-query';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages, apiQuery, getApiClient } from '#web/lib/cache/query-client.ts';
import { type ListChanges, noChanges } from '#web/lib/list/list-changes.ts';
import { changesStore } from '#web/lib/list/live-list.ts';
import { conversationEntity } from './conversation.entity.ts';

/** Which conversations a list contains. */
export interface ConversationFilter {
  filter: 'all' | 'unread' | 'requests';
  search: string;
}

/** A row of a list; the conversation itself is in the entity cache. */
export interface ConversationRow {
  id: string;
}
export interface ConversationPage {
  rows: ConversationRow[];
  next_cursor: string | null;
}

/** The viewer's conversations, the one with the latest message first, 30 a page. Live events keep them current. */
export const conversationPages = ({ filter, search }: ConversationFilter) =>
  apiPages(
    'list_conversations',
    { filter, search },
    ({ conversations, next_cursor }, client): ConversationPage => {
      writeEntities(client, conversationEntity, conversations);
      return { rows: conversations.map(({ id }) => ({ id })), next_cursor };
    },
  );

/** Conversations that were added to a list or removed from it since its pages were loaded. */
export const conversationChanges = changesStore<ConversationFilter, ListChanges<ConversationRow>>(
  'conversations',
  noChanges,
);

/** A conversation by its ID; the entity cache has its latest version. */
export const conversationQuery = (conversationId: string) =>
  apiQuery('get_conversation', { conversation_id: conversationId }, ({ conversation }, client) => {
    writeEntities(client, conversationEntity, [conversation]);
    return { conversation_id: conversation.id };
  });

/** The conversation at an address. */
export const slugQuery = (slug: string) =>
  apiQuery('find_conversation_by_slug', { slug }, ({ conversation }, client) => {
    writeEntities(client, conversationEntity, [conversation]);
    return { conversation_id: conversation.id };
  });

/** The participants of a conversation, admins first, 50 a page. */
export const participantPages = (conversationId: string) =>
  apiPages('list_participants', { conversation_id: conversationId }, (page) => page);

/** Stores the conversation of a response and returns its ID. */
export function keepConversation(client: QueryClient, conversation: Conversation): string {
  writeEntities(client, conversationEntity, [conversation]);
  return conversation.id;
}

/** Returns the ID of the direct conversation with a person; creates it if there is none. */
export async function openDirectConversation(client: QueryClient, userId: string): Promise<string> {
  const { conversation } = await getApiClient(client)('get_or_create_conversation', { user_id: userId });
  return keepConversation(client, conversation);
}

/** Requests a conversation again, such as after an event that doesn't say everything. */
export function refetchConversation(client: QueryClient, conversationId: string): void {
  void client.fetchQuery({ ...conversationQuery(conversationId), staleTime: 0 }).catch(() => {
    // The next poll requests the lists again.
  });
}

/** Requests all lists again that are on screen; the others when they are shown. */
export function refetchConversations(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['list_conversations'] });
}
