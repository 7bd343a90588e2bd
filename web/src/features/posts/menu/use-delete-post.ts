import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';

/** Deletes a post optimistically; restores it and shows a message if the server rejects the request. */
export function useDeletePost() {
  return useOptimisticWrite<string, unknown>({
    write: (id) => call('delete_post', { post_id: id }),
    show: (id, client) => {
      const before = patchEntity(client, 'post', id, { deleted_at: new Date().toISOString() });
      if (!before) return undefined;
      return () => {
        patchEntity(client, 'post', id, { deleted_at: before.deleted_at });
      };
    },
    failed: t("Couldn't delete the post"),
  });
}
