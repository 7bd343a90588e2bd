import type { SetupTask } from '#contract/setup-tasks.ts';
import type { SpaceContext } from '#server/platform/access.ts';

/** Every member may invite; the rest is for those who may change the space. */
export function canCompleteTask(scope: Pick<SpaceContext, 'permissions'>, task: SetupTask): boolean {
  return task === 'invite' || scope.permissions.canEditSpace;
}
