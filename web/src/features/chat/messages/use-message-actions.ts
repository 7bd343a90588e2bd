import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { messageEditHours } from '#contract/values/limits.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { patchEntity, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { messageEntity } from './message.entity.ts';

/** Deletes an own message for everyone. */
export function useDeleteMessage() {
  const client = useQueryClient();
  return useOptimisticWrite<string, unknown>({
    write: (id) => getApiClient(client)('delete_message', { message_id: id }),
    show: (id) => {
      const before = patchEntity(client, 'message', id, { is_deleted: true });
      return before && (() => void patchEntity(client, 'message', id, { is_deleted: false }));
    },
    failed: t("Couldn't delete the message"),
  });
}

/** Changes the text of an own message. */
export function useEditMessage() {
  const client = useQueryClient();
  return useOptimisticWrite<{ id: string; content: string }, { message: Message }>({
    write: ({ id, content }) => getApiClient(client)('update_message', { message_id: id, content }),
    show: ({ id, content }) => {
      const before = patchEntity(client, 'message', id, { content, is_edited: true });
      if (!before) return undefined;
      return () => {
        // Unless an edit has arrived from another device meanwhile.
        if (readEntity(client, 'message', id)?.version === before.version)
          patchEntity(client, 'message', id, { content: before.content, is_edited: before.is_edited });
      };
    },
    settle: ({ message }) => writeEntities(client, messageEntity, [message]),
    failed: t("Couldn't save your edit"),
  });
}

/** Removes the preview of a link from an own message. */
export function useRemovePreview() {
  const client = useQueryClient();
  return useOptimisticWrite<string, { message: Message }>({
    write: (id) => getApiClient(client)('remove_message_link_preview', { message_id: id }),
    show: (id) => {
      const before = patchEntity(client, 'message', id, { link_preview: null });
      return before && (() => void patchEntity(client, 'message', id, { link_preview: before.link_preview }));
    },
    settle: ({ message }) => writeEntities(client, messageEntity, [message]),
    failed: t("Couldn't remove the preview"),
  });
}

const editSpan = messageEditHours * 3_600_000;

/** Returns whether the viewer can still edit or delete a message; `now` in milliseconds since 1970. */
export function canChange(message: Message, viewerId: string, now: number): boolean {
  return (
    message.sender_id === viewerId &&
    message.kind !== 'system' &&
    !message.is_deleted &&
    now - Date.parse(message.created_at) < editSpan
  );
}
