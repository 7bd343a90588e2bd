import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import {
  deleteOldNotificationLog,
  insertReminders,
  listEventsToRemind,
} from './event-notifications.queries.ts';
import { type NotificationContext, notifyAttendees } from './notify-attendees.ts';

const reminderKinds = ['day', 'soon', 'start'] as const;
const eventsAtOnce = 50;
const peopleAtOnce = 200;
const retentionMs = 60 * 24 * 60 * 60 * 1000;

/**
 * Reminds people of events: the day before, and 15 minutes before, or at the start for those who answered later than that. Who was told of which start is noted in the same
 * transaction, so that running twice, or twice at once, tells nobody twice; an event that was moved is another start.
 */
export async function remindOfEvents(context: NotificationContext): Promise<void> {
  for (const kind of reminderKinds) {
    for (let more = true; more; ) {
      const events = await listEventsToRemind(context.db, kind, nowIso(), eventsAtOnce);
      let notified = 0;
      for (const event of events) {
        notified += await context.db.transaction().execute(async (tx) => {
          const user_ids = await insertReminders(tx, kind, event, nowIso(), peopleAtOnce);
          if (user_ids.length > 0) await notifyAttendees(tx, context, kind, [{ event, user_ids }]);
          return user_ids.length;
        });
      }
      // Whoever was told is not found again; another process may have told the rest meanwhile.
      more = notified > 0;
    }
  }
}

export function remindOfEventsJob(context: NotificationContext): JobKind {
  return { name: 'remind-of-events', schedule: '* * * * *', run: () => remindOfEvents(context) };
}

/** Forgets who was told of events long past. */
export function sweepEventNotificationLogJob({ db }: Pick<NotificationContext, 'db'>): JobKind {
  return {
    name: 'sweep-event-notification-log',
    schedule: '43 4 * * *',
    run: () => deleteOldNotificationLog(db, new Date(nowMs() - retentionMs).toISOString()),
  };
}
