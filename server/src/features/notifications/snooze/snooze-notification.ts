import type { SnoozeDuration } from '#contract/features/notifications/choices.ts';
import type { Database } from '#server/platform/db/database.ts';
import { hasNotification, lockList } from '../notifications.queries.ts';
import { publishChanged } from '../publish-notification.ts';
import { endSnooze, findSnoozeEnd, keepBroadcast, updateSnoozed } from './snooze.queries.ts';

/**
 * Takes one of the user's notifications out of their list for some time, as a read one. Returns until when, or null if it doesn't
 * exist.
 */
export async function snoozeNotification(
  db: Database,
  userId: string,
  id: string,
  duration: SnoozeDuration,
): Promise<string | null> {
  return await db.transaction().execute(async (tx) => {
    // Checked first, so that a missing notification raises no version.
    if (!(await hasNotification(tx, userId, id))) return null;
    const until = await findSnoozeEnd(tx, userId, duration);
    // Before the list, like everything that locks a broadcast.
    await keepBroadcast(tx, id, until);
    const version = await lockList(tx, userId);
    if (!(await updateSnoozed(tx, userId, id, { until, version }))) return null;
    await publishChanged(tx, userId, [id]);
    return until;
  });
}

/** Puts a snoozed notification back to where it was, as a read one. Does nothing if it isn't snoozed. */
export async function unsnoozeNotification(db: Database, userId: string, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await hasNotification(tx, userId, id))) return;
    const version = await lockList(tx, userId);
    if (await endSnooze(tx, userId, id, version)) await publishChanged(tx, userId, [id]);
  });
}
