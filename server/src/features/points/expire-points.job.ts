import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { publish, spaceTopic } from '#server/platform/live/publish.ts';
import {
  listDueReceivers,
  lockPoints,
  shiftPointWindows,
  toChanges,
  updatePoints,
} from './points.queries.ts';

const batch = 500;

/**
 * Takes points out of the last 7 and 30 days when they have grown too old for them. Each person's in a transaction of its
 * own, so that nobody who likes something waits for all of them.
 */
export async function movePointsOn(db: Database): Promise<void> {
  const now = nowIso();
  const spaces = new Set<string>();
  for (;;) {
    const due = await listDueReceivers(db, now, batch);
    for (const { space_id, user_id } of due) {
      await db.transaction().execute(async (tx) => {
        await lockPoints(tx, space_id, [user_id]);
        const rows = await shiftPointWindows(tx, space_id, user_id, now);
        const gone = toChanges(
          rows.map((row) => ({ ...row, window_days: row.was })),
          -1,
        );
        const stays = toChanges(rows, 1);
        await updatePoints(
          tx,
          space_id,
          gone.map((change, index) => ({
            user_id,
            points: 0,
            points_30: change.points_30 + (stays[index]?.points_30 ?? 0),
            points_7: change.points_7 + (stays[index]?.points_7 ?? 0),
          })),
        );
      });
      spaces.add(space_id);
    }
    if (due.length === 0) break;
  }
  for (const space_id of spaces) {
    await db.transaction().execute((tx) => publish(tx, spaceTopic(space_id), 'space.points', { space_id }));
  }
}

export const movePointsOnJob = (db: Database): JobKind => ({
  name: 'move-points-on',
  schedule: '* * * * *',
  run: () => movePointsOn(db),
});
