import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { arrangeConversations } from './arrange-conversations.ts';
import { type ConversationFilter, conversationChanges, conversationPages } from './conversations.api.ts';

/** The conversations of a list, kept current, and how more are loaded. */
export function useConversations(filter: ConversationFilter) {
  const client = useQueryClient();
  const pages = useInfiniteQuery(conversationPages(filter));
  const changes = conversationChanges.useChanges(filter);
  const conversations = arrangeConversations({
    pages: pages.data?.pages ?? [],
    hasNextPage: pages.hasNextPage,
    changes,
    find: (id) => readEntity(client, 'conversation', id),
    filter,
  });
  return { pages, conversations };
}
