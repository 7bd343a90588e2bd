import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { readEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { refetchConversation, refetchConversations } from '../conversations/conversations.api.ts';

/** Blocks a person, or unblocks them. */
export function useBlock() {
  const client = useQueryClient();
  return useOptimisticWrite<{ userId: string; isBlocked: boolean }, unknown>({
    write: ({ userId, isBlocked }) =>
      getApiClient(client)(isBlocked ? 'block_user' : 'unblock_user', { user_id: userId }),
    show: () => undefined,
    settle: (_output, { userId }) => {
      void client.invalidateQueries({ queryKey: ['list_blocked_users'] });
      refetchConversations(client);
      for (const { id, other_participants } of readEntities(client, 'conversation'))
        if (other_participants.some((person) => person.user_id === userId)) refetchConversation(client, id);
    },
    failed: t("Couldn't block or unblock this person"),
  });
}
