import type { NotificationPreferences } from '#contract/notifications.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { selectEffectivePreferences, upsertSpacePreferences } from './notifications.queries.ts';

/** Changes what a person is told of in a space. Their first change there makes the space's row from what held before. */
export async function updateSpacePreferences(
  db: Database,
  userId: string,
  spaceId: string,
  changes: { [K in keyof NotificationPreferences]?: boolean | undefined },
): Promise<NotificationPreferences> {
  return await db.transaction().execute(async (tx) => {
    const next = await selectEffectivePreferences(tx, userId, spaceId);
    for (const key of Object.keys(next) as (keyof NotificationPreferences)[]) {
      next[key] = changes[key] ?? next[key];
    }
    await upsertSpacePreferences(tx, userId, spaceId, next, nowText());
    return next;
  });
}
