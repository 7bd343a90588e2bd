import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../members.access.ts';
import { upsertWelcome } from './welcome.queries.ts';

/**
 * Notes that a member looked around or dismissed the welcome, and publishes it to their devices. Doing it again changes
 * nothing.
 * @throws AppError `membership_required`
 */
export async function updateWelcome(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  done: 'looked_around' | 'dismissed',
): Promise<void> {
  const { user_id } = viewer;
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, spaceId, user_id);
    const welcome = await upsertWelcome(tx, { space_id: spaceId, user_id, done, at: nowIso() });
    if (welcome)
      await publish(tx, userChannel(user_id), 'welcome.changed', { space_id: spaceId, ...welcome });
  });
}
