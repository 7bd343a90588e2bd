import type { SetupTask } from '#contract/values/setup-tasks.ts';
import type { SpaceContext } from '#server/platform/access.ts';

/** Every member can complete `invite`; the other tasks are for people who can edit the space. */
export function canCompleteTask(scope: Pick<SpaceContext, 'permissions'>, task: SetupTask): boolean {
  return task === 'invite' || scope.permissions.canEditSpace;
}
