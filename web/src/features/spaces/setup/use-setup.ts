import type { QueryClient } from '@tanstack/react-query';
import type { SetupState } from '#contract/setup.ts';
import type { Space } from '#contract/spaces.ts';
import { call } from '#web/lib/api-client.ts';
import { patchEntity } from '#web/lib/entity-cache.ts';
import { useOptimisticWrite } from '#web/lib/use-optimistic-write.ts';
import { withCompleted } from './setup-state.ts';

const failed = 'The setup guide could not be saved';

/** Changes what the cache holds of a space's guide; answers how to take that back. */
function show(client: QueryClient, spaceId: string, change: (setup: SetupState) => SetupState) {
  const before = patchEntity(client, 'space', spaceId, ({ setup }) =>
    setup ? { setup: change(setup) } : {},
  );
  return () => {
    patchEntity(client, 'space', spaceId, { setup: before?.setup ?? null });
  };
}

/** Puts the guide away for oneself, or brings it back. */
export function useDismissGuide(spaceId: string) {
  return useOptimisticWrite({
    write: (dismissed: boolean) =>
      call(dismissed ? 'dismiss_setup_guide' : 'restore_setup_guide', { space_id: spaceId }),
    show: (dismissed, client) => show(client, spaceId, (setup) => ({ ...setup, dismissed })),
    failed,
  });
}

/** Spaces in which an ordinary member, who does not see the guide, has said so already. */
const said = new Set<string>();

/** Notes that somebody took the invite link along: the task is done for the whole space, whoever did it. */
export function useMarkInvited({ id, setup }: Pick<Space, 'id' | 'setup'>): () => void {
  const write = () => call('complete_setup_task', { space_id: id, task_type: 'invite' });
  const { mutate } = useOptimisticWrite<void, unknown>({
    write,
    show: (_, client) => show(client, id, (state) => withCompleted(state, 'invite')),
    failed,
  });
  return () => {
    if (setup) {
      if (!setup.completed.includes('invite')) mutate();
    } else if (!said.has(id)) {
      said.add(id);
      // They copied a link; whether a guide learns of it is not their trouble.
      write().catch(() => {});
    }
  };
}
