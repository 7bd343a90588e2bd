import { useCallback } from 'react';
import { call } from '#web/lib/api/api-client.ts';
import type { MentionChoice } from '#web/ui/mentions/mention-search.ts';

/** How many people are suggested. */
const maxSuggestions = 10;

/** Returns the search function with which a message suggests whom to mention: the other participants of a conversation. */
export function useFindParticipants(
  conversationId: string,
  viewerId: string,
): (search: string) => Promise<MentionChoice[]> {
  return useCallback(
    async (search) => {
      const { participants } = await call('list_participants', { conversation_id: conversationId, search });
      return participants
        .filter(({ user_id }) => user_id !== viewerId)
        .slice(0, maxSuggestions)
        .map(({ user_id, full_name, username, avatar_url }) => ({
          id: user_id,
          name: full_name,
          detail: `@${username}`,
          image: avatar_url,
        }));
    },
    [conversationId, viewerId],
  );
}
