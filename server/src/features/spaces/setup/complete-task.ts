import type { SetupTask } from '#contract/setup-tasks.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import { listModerators } from '../../audit/index.ts';
import { insertCompletion } from './setup.queries.ts';

/** Marks a task of the guide as done for the whole space, whoever did it, and tells those who run the space. */
export async function completeTask(
  tx: Tx,
  done: { space_id: string; user_id: string; task_type: SetupTask; at: string },
): Promise<void> {
  const { space_id, task_type } = done;
  if (!(await insertCompletion(tx, done))) return;
  const moderators = await listModerators(tx, space_id);
  await publish(tx, moderators.map(userTopic), 'setup.completed', { space_id, task_type });
}
