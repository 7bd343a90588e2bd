import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';

/** Turns the comments of a post off or on, optimistically. */
export function useCloseComments() {
  return useOptimisticWrite<{ id: string; closed: boolean }, unknown>({
    write: ({ id, closed }) => call('set_comments_closed', { post_id: id, closed }),
    show: ({ id, closed }, client) => {
      const before = patchEntity(client, 'post', id, { comments_closed: closed });
      if (!before) return undefined;
      return () => {
        patchEntity(client, 'post', id, { comments_closed: before.comments_closed });
      };
    },
    failed: t("Couldn't update comment settings"),
  });
}
