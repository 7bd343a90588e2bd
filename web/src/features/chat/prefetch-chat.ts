import type { QueryClient } from '@tanstack/react-query';
import { conversationPages, slugQuery } from './conversations/conversations.api.ts';
import { unreadQuery } from './unread.api.ts';

/** Loads what the page of chat shows first: the list, and the conversation at its address. Doesn't throw. */
export async function prefetchChat(client: QueryClient, slug: string | null): Promise<void> {
  await Promise.all([
    client.prefetchInfiniteQuery(conversationPages({ filter: 'all', search: '' })),
    // The row of message requests is above the list.
    client.prefetchQuery(unreadQuery),
    slug === null ? undefined : client.prefetchQuery(slugQuery(slug)),
  ]);
}
