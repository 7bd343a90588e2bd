import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../members/index.ts';
import { upsertLevelNames } from './leaderboard.queries.ts';

/**
 * Names the nine levels of a space, lowest first.
 * @throws AppError `membership_required`, `not_allowed`
 */
export async function nameLevels(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  names: string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, spaceId, viewer.user_id, { access: 'space-owner' });
    await upsertLevelNames(tx, spaceId, names, nowIso());
    await publish(tx, spaceChannel(spaceId), 'space.levels_changed', { space_id: spaceId });
  });
}
