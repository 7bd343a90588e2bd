import type { SetupTask } from '#contract/values/setup-tasks.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { listModerators } from '../../audit/index.ts';
import { insertCompletion } from './setup.queries.ts';

/**
 * Marks a setup task as done for the whole space and publishes it to the moderators. Does nothing if it is done
 * already.
 */
export async function completeTask(
  tx: Tx,
  completion: { space_id: string; user_id: string; task_type: SetupTask; at: string },
): Promise<void> {
  const { space_id, task_type } = completion;
  if (!(await insertCompletion(tx, completion))) return;
  const moderators = await listModerators(tx, space_id);
  await publish(tx, moderators.map(userChannel), 'setup.completed', { space_id, task_type });
}
