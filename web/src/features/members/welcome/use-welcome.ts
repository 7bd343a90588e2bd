import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';

/** Dismisses the welcome of a space, for good. */
export function useDismissWelcome(spaceId: string) {
  return useOptimisticWrite<void, unknown>({
    write: () => call('dismiss_welcome', { space_id: spaceId }),
    show: (_, client) => {
      const before = patchEntity(client, 'space', spaceId, { welcome: null });
      return () => void patchEntity(client, 'space', spaceId, { welcome: before?.welcome ?? null });
    },
    failed: t("Couldn't dismiss the welcome"),
  });
}
