import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { listDueReceivers, lockPoints, shiftPointWindows, updatePoints } from './points.queries.ts';

const batchSize = 500;

const total = (rows: { delta: number }[]): number => rows.reduce((sum, { delta }) => sum + delta, 0);

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
        await updatePoints(tx, space_id, [
          {
            user_id,
            points: 0,
            points_30: -total(rows.filter(({ window_days }) => window_days === 0)),
            points_7: -total(rows.filter(({ was }) => was === 7)),
          },
        ]);
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
