import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { upsertLevelNames } from './leaderboard.queries.ts';

/** Names the nine levels of a space, lowest first. */
export async function nameLevels(db: Database, spaceId: string, names: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await upsertLevelNames(tx, spaceId, names, nowIso());
    await publish(tx, spaceChannel(spaceId), 'space.levels_changed', { space_id: spaceId });
  });
}
