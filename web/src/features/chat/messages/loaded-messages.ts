import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { entityKey, readEntities } from '#web/lib/cache/entity-cache.ts';
import { type MessagePage, messageChanges } from './messages.api.ts';

const pagesOf = (client: QueryClient, conversation_id: string) =>
  client.getQueryCache().findAll({ queryKey: ['list_messages', { conversation_id }] });

/** Returns whether messages of a conversation are loaded or being loaded. Only then are they kept current. */
export const hasLoadedMessages = (client: QueryClient, conversationId: string): boolean =>
  pagesOf(client, conversationId).length > 0;

/** Returns the IDs of the loaded messages of a conversation, including those that were added since. */
export function listLoadedMessages(client: QueryClient, conversationId: string): Set<string> {
  const pages = pagesOf(client, conversationId).flatMap(
    ({ state }) => (state.data as InfiniteData<MessagePage> | undefined)?.pages ?? [],
  );
  const added = messageChanges.read(client, conversationId).added.map(({ entry }) => entry.id);
  return new Set([...pages.flatMap(({ positions }) => positions.map(({ id }) => id)), ...added]);
}

/** Removes the messages of a conversation from memory, except those that are on screen. */
function dropMessages(client: QueryClient, conversationId: string): void {
  messageChanges.drop(client, conversationId);
  for (const { id, conversation_id } of readEntities(client, 'message')) {
    if (conversation_id !== conversationId) continue;
    client.removeQueries({ queryKey: entityKey('message', id), type: 'inactive' });
    client.removeQueries({ queryKey: ['get_message', { message_id: id }], type: 'inactive' });
  }
}

const watched = new WeakSet<QueryClient>();

/** From now on, drops the messages of conversations whose pages were dropped, some time after they were closed. */
export function dropClosedConversations(client: QueryClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed' || query.queryKey[0] !== 'list_messages') return;
    const { conversation_id } = query.queryKey[1] as { conversation_id: string };
    if (!hasLoadedMessages(client, conversation_id)) dropMessages(client, conversation_id);
  });
}
