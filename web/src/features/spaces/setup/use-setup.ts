import type { QueryClient } from '@tanstack/react-query';
import type { SetupState } from '#contract/features/spaces/setup.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { withCompleted } from './setup-state.ts';

const failed = msg("Couldn't save the setup guide");

/** Changes the cached setup state of a space. Returns a function that reverts it. */
function patchSetup(client: QueryClient, spaceId: string, change: (setup: SetupState) => SetupState) {
  const before = patchEntity(client, 'space', spaceId, ({ setup }) =>
    setup ? { setup: change(setup) } : {},
  );
  return () => {
    patchEntity(client, 'space', spaceId, { setup: before?.setup ?? null });
  };
}

/** Dismisses the guide for the viewer, or restores it. */
export function useDismissGuide(spaceId: string) {
  return useOptimisticWrite({
    write: (dismissed: boolean) =>
      call(dismissed ? 'dismiss_setup_guide' : 'restore_setup_guide', { space_id: spaceId }),
    show: (dismissed, client) => patchSetup(client, spaceId, (setup) => ({ ...setup, dismissed })),
    failed: t(failed),
  });
}

/** Spaces whose invite task this page has already reported for a member who doesn't see the guide. */
const reported = new Set<string>();

/** Completes the invite task for the whole space when someone copies the invite link. */
export function useMarkInvited({ id, setup }: Pick<Space, 'id' | 'setup'>): () => void {
  const write = () => call('complete_setup_task', { space_id: id, task_type: 'invite' });
  const { mutate } = useOptimisticWrite<void, unknown>({
    write,
    show: (_, client) => patchSetup(client, id, (state) => withCompleted(state, 'invite')),
    failed: t(failed),
  });
  return () => {
    if (setup) {
      if (!setup.completed.includes('invite')) mutate();
    } else if (!reported.has(id)) {
      reported.add(id);
      // The member only copied a link; a failure doesn't matter to them.
      write().catch(() => {});
    }
  };
}
