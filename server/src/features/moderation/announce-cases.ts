import type { Tx } from '#server/platform/db/database.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import { selectRunners } from '../audit/index.ts';
import { changeOpenCount } from './moderation.queries.ts';

/** Counts a case that was opened (1) or decided (-1), or a further report (0), and tells those who run the space. */
export async function announceCases(tx: Tx, spaceId: string, change: 1 | 0 | -1): Promise<void> {
  const counts = await changeOpenCount(tx, spaceId, change);
  const runners = await selectRunners(tx, spaceId);
  await publish(tx, runners.map(userTopic), 'space.reports', { space_id: spaceId, ...counts });
}
