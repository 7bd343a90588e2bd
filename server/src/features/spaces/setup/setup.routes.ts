import { t } from '#contract/i18n/translate.ts';
import { roleNeeded } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireActiveMember } from '../../members/index.ts';
import { completeTask } from './complete-task.ts';
import { setGuideDismissed } from './dismiss-guide.ts';
import { canCompleteTask } from './setup.policy.ts';

export function setupRoutes(route: RouteBinder, { db }: Platform): void {
  route('complete_setup_task', async ({ input, viewer, scope }) => {
    const { space_id } = scope;
    const { task_type } = input;
    const done = { space_id, user_id: viewer.user_id, task_type, at: nowIso() };
    await db.transaction().execute(async (tx) => {
      const rights = await requireActiveMember(tx, space_id, viewer.user_id);
      if (!canCompleteTask(rights, task_type)) {
        throw new AppError('not_allowed', null, { message: t(roleNeeded['space-editor']) });
      }
      await completeTask(tx, done);
    });
    return {};
  });

  route('dismiss_setup_guide', async ({ viewer, scope }) => {
    await setGuideDismissed(db, viewer, scope.space_id, true);
    return {};
  });

  route('restore_setup_guide', async ({ viewer, scope }) => {
    await setGuideDismissed(db, viewer, scope.space_id, false);
    return {};
  });
}
