import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { deleteExpiredBroadcasts } from './broadcasts/retract-broadcasts.ts';
import { undoTime } from './mark-notifications.ts';
import { deleteExpired } from './notifications.queries.ts';
import { deleteEndedMutes } from './preferences/mutes.queries.ts';
import { deleteOldRemoved } from './removed-notifications.queries.ts';

/** Deletes expired and removed notifications, and ended mutes, every hour. */
export function cleanNotificationsJob(db: Database): JobKind {
  return {
    name: 'clean-notifications',
    schedule: '17 * * * *',
    async run() {
      await deleteExpired(db, nowIso());
      await deleteExpiredBroadcasts(db);
      await deleteEndedMutes(db);
      await deleteOldRemoved(db, new Date(nowMs() - undoTime).toISOString());
    },
  };
}
