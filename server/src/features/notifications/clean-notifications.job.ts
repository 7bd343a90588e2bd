import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { deleteExpired } from './notifications.queries.ts';

/** Takes entries that have expired off their lists, each night. */
export function cleanNotificationsJob(db: Database): JobKind {
  return { name: 'clean-notifications', schedule: '17 3 * * *', run: () => deleteExpired(db, nowIso()) };
}
