import type { Tx } from '#server/platform/db/database.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { listModerators } from '../audit/index.ts';
import { changeOpenCount, listHiddenCases } from './moderation.queries.ts';

/**
 * Counts a case about `authorId` that was opened (1) or resolved (-1), or a further report of it (0), and publishes
 * the number of open cases to each moderator. Moderators don't receive anything about cases that concern themselves.
 */
export async function publishOpenCases(
  tx: Tx,
  spaceId: string,
  authorId: string,
  change: 1 | 0 | -1,
): Promise<void> {
  const { open_count, version } = await changeOpenCount(tx, spaceId, change);
  const moderators = (await listModerators(tx, spaceId)).filter((id) => id !== authorId);
  const hidden = await listHiddenCases(tx, spaceId, moderators);
  const others = moderators.filter((id) => !hidden.has(id));
  await publish(tx, others.map(userChannel), 'space.report_count_changed', {
    space_id: spaceId,
    open_count,
    version,
  });
  for (const [userId, { open, changes }] of hidden) {
    await publish(tx, userChannel(userId), 'space.report_count_changed', {
      space_id: spaceId,
      open_count: open_count - open,
      version: version - changes,
    });
  }
}
