import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';

/** Deletes a comment optimistically: the text disappears, the placeholder and the replies stay. */
export function useDeleteComment() {
  return useOptimisticWrite<string, unknown>({
    write: (id) => call('delete_comment', { comment_id: id }),
    show: (id, client) => {
      const before = patchEntity(client, 'comment', id, { deleted_at: new Date().toISOString(), body: '' });
      if (!before) return undefined;
      const { deleted_at, body } = before;
      return () => {
        patchEntity(client, 'comment', id, { deleted_at, body });
      };
    },
    failed: t("Couldn't delete the comment"),
  });
}
