import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import {
  listDueReceivers,
  lockPoints,
  shiftPointWindows,
  toChanges,
  updatePoints,
} from './points.queries.ts';

const batchSize = 500;

/**
 * Removes points from the 7-day and 30-day totals once they are too old. One transaction per member, so that likes are
 * not blocked by the whole run.
 */
export async function expirePoints(db: Database): Promise<void> {
  const now = nowIso();
  const spaces = new Set<string>();
  for (;;) {
    const due = await listDueReceivers(db, now, batchSize);
    for (const { space_id, user_id } of due) {
      await db.transaction().execute(async (tx) => {
        await lockPoints(tx, space_id, [user_id]);
        const rows = await shiftPointWindows(tx, space_id, user_id, now);
        const removed = toChanges(
          rows.map((row) => ({ ...row, window_days: row.was })),
          -1,
        );
        const kept = toChanges(rows, 1);
        await updatePoints(
          tx,
          space_id,
          removed.map((change, index) => ({
            user_id,
            points: 0,
            points_30: change.points_30 + (kept[index]?.points_30 ?? 0),
            points_7: change.points_7 + (kept[index]?.points_7 ?? 0),
          })),
        );
      });
      spaces.add(space_id);
    }
    if (due.length === 0) break;
  }
  for (const space_id of spaces) {
    await db
      .transaction()
      .execute((tx) => publish(tx, spaceChannel(space_id), 'space.points_changed', { space_id }));
  }
}

export const expirePointsJob = (db: Database): JobKind => ({
  name: 'expire-points',
  schedule: '* * * * *',
  run: () => expirePoints(db),
});
