import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { deleteExpired } from './notifications.queries.ts';
import { deleteEndedMutes } from './preferences/mutes.queries.ts';

/** Deletes expired notifications and ended mutes, every night at 03:17. */
export function cleanNotificationsJob(db: Database): JobKind {
  return {
    name: 'clean-notifications',
    schedule: '17 3 * * *',
    async run() {
      await deleteExpired(db, nowIso());
      await deleteEndedMutes(db);
    },
  };
}
