import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import {
  deleteOldNotificationLog,
  insertReminders,
  listEventsToRemind,
} from './event-notifications.queries.ts';
import { type NotificationContext, notifyAttendees } from './notify-attendees.ts';

const reminderKinds = ['day', 'soon', 'start'] as const;
const eventBatchSize = 50;
const userBatchSize = 200;
const retentionMs = 60 * 24 * 60 * 60 * 1000;

/**
 * Reminds attendees the day before and 15 minutes before an event, or at the start if they responded later. Reminders
 * are recorded per start in the same transaction, so that running twice or concurrently reminds no one twice; a moved
 * event is reminded again.
 */
export async function remindOfEvents(context: NotificationContext): Promise<void> {
  for (const kind of reminderKinds) {
    for (let more = true; more; ) {
      const events = await listEventsToRemind(context.db, kind, nowIso(), eventBatchSize);
      let notified = 0;
      for (const event of events) {
        notified += await context.db.transaction().execute(async (tx) => {
          const user_ids = await insertReminders(tx, kind, event, nowIso(), userBatchSize);
          if (user_ids.length > 0) await notifyAttendees(tx, context, kind, [{ event, user_ids }]);
          return user_ids.length;
        });
      }
      // Reminded users aren't found again; another process may have reminded the rest meanwhile.
      more = notified > 0;
    }
  }
}

export function remindOfEventsJob(context: NotificationContext): JobKind {
  return { name: 'remind-of-events', schedule: '* * * * *', run: () => remindOfEvents(context) };
}

/** Deletes the notification log of events long past, every night. */
export function sweepEventNotificationLogJob({ db }: Pick<NotificationContext, 'db'>): JobKind {
  return {
    name: 'sweep-event-notification-log',
    schedule: '43 4 * * *',
    run: () => deleteOldNotificationLog(db, new Date(nowMs() - retentionMs).toISOString()),
  };
}
