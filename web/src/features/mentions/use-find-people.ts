import { useCallback } from 'react';
import { call } from '#web/lib/api/api-client.ts';
import type { MentionChoice } from '#web/ui/mentions/mention-search.ts';

/** Returns the search function an editor uses to suggest mentions (`findPeople`). */
export function useFindPeople(spaceId: string): (search: string) => Promise<MentionChoice[]> {
  return useCallback(
    async (search) => {
      const { people } = await call('search_mentionable_members', { space_id: spaceId, search });
      return people.map(({ id, full_name, username, avatar_url }) => ({
        id,
        name: full_name,
        detail: `@${username}`,
        image: avatar_url,
      }));
    },
    [spaceId],
  );
}
