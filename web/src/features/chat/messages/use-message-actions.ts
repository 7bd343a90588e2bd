import { useQueryClient } from '@tanstack/react-query';
import type { Message, MessageReaction } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { messageEditHours } from '#contract/values/limits.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { patchEntity, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toggleEmoji } from './apply-to-message.ts';
import { messageEntity } from './message.entity.ts';

/** The people of a reaction that are known by name. */
const shownPeople = 10;

/** Returns the reactions after the viewer gave or took back an emoji. */
export function toggleReaction(
  reactions: readonly MessageReaction[],
  { emoji, has }: { emoji: string; has: boolean },
  viewerId: string,
): MessageReaction[] {
  const known = reactions.find((one) => one.emoji === emoji);
  if (has) {
    if (!known) return [...reactions, { emoji, count: 1, user_ids: [viewerId] }];
    const user_ids = [...known.user_ids, viewerId].slice(0, shownPeople);
    return reactions.map((one) => (one === known ? { emoji, count: known.count + 1, user_ids } : one));
  }
  return reactions.flatMap((one) => {
    if (one !== known) return [one];
    const user_ids = one.user_ids.filter((id) => id !== viewerId);
    return one.count > 1 ? [{ emoji, count: one.count - 1, user_ids }] : [];
  });
}

/** Gives an emoji to a message, or takes it back. */
export function useReact(viewerId: string) {
  const client = useQueryClient();
  return useOptimisticWrite<
    { id: string; emoji: string; has: boolean },
    { reactions: MessageReaction[]; version: number }
  >({
    write: ({ id, emoji, has }) =>
      getApiClient(client)(has ? 'react_to_message' : 'remove_message_reaction', { message_id: id, emoji }),
    show: ({ id, emoji, has }) => {
      const before = patchEntity(client, 'message', id, (message) => ({
        reactions: toggleReaction(message.reactions, { emoji, has }, viewerId),
        my_reactions: toggleEmoji(message.my_reactions, emoji, has),
      }));
      if (!before) return undefined;
      return () =>
        void patchEntity(client, 'message', id, (message) => ({
          reactions: toggleReaction(message.reactions, { emoji, has: !has }, viewerId),
          my_reactions: toggleEmoji(message.my_reactions, emoji, !has),
        }));
    },
    settle: (response, { id }) => void patchEntity(client, 'message', id, response),
    failed: t("Couldn't save your reaction"),
  });
}

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
