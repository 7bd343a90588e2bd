import { useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { keepConversation } from '../conversations/conversations.api.ts';

/** A change of a group that returns the group. `failed` is the title of the toast after a failure. */
export function useGroupWrite<Input>(
  write: (call: Call, input: Input) => Promise<{ conversation: Conversation }>,
  failed: string,
) {
  const client = useQueryClient();
  return useOptimisticWrite<Input, { conversation: Conversation }>({
    write: (input) => write(getApiClient(client), input),
    show: () => undefined,
    settle: ({ conversation }) => {
      const conversation_id = keepConversation(client, conversation);
      void client.invalidateQueries({ queryKey: ['list_participants', { conversation_id }] });
    },
    failed,
  });
}
