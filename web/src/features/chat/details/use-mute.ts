import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import type { MuteDuration } from '#contract/values/mute-durations.ts';
import type { ApiOutput } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { storeConversation } from '../chat.live.ts';
import { applyViewerState } from '../conversations/apply-to-conversation.ts';

/** Mutes a conversation for a time; null ends it. */
export function useMute(conversationId: string) {
  const client = useQueryClient();
  return useOptimisticWrite<MuteDuration | null, ApiOutput<'mute_conversation'>>({
    write: (duration) =>
      getApiClient(client)('mute_conversation', { conversation_id: conversationId, duration }),
    show: () => undefined,
    settle: ({ viewer_state }) => {
      const now = readEntity(client, 'conversation', conversationId);
      if (now) storeConversation(client, applyViewerState(now, viewer_state));
    },
    failed: t("Couldn't mute or unmute the conversation"),
  });
}

/** Shows a conversation as unread in the lists. */
export function useMarkUnread(conversationId: string) {
  const client = useQueryClient();
  return useOptimisticWrite<void, ApiOutput<'mark_conversation_as_unread'>>({
    write: () => getApiClient(client)('mark_conversation_as_unread', { conversation_id: conversationId }),
    show: () => undefined,
    settle: ({ viewer_state }) => {
      const now = readEntity(client, 'conversation', conversationId);
      if (now) storeConversation(client, applyViewerState(now, viewer_state));
    },
    failed: t("Couldn't mark the conversation as unread"),
  });
}
