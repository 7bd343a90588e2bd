import type { Feature } from '#server/platform/feature.ts';
import { eventTarget } from './calendar.access.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { coverUploads } from './cover-uploads.queries.ts';
import { icsRoutes } from './ics/ics.routes.ts';
import { deleteSubscriptionRow } from './ics/subscription.queries.ts';
import { eventNotificationEmail } from './notifications/event-notification.email.ts';
import { notifyEventChangedJob } from './notifications/notify-event-changed.job.ts';
import { remindOfEventsJob, sweepEventNotificationLogJob } from './notifications/remind-of-events.job.ts';
import { fillFreeSeatsJob } from './rsvps/fill-free-seats.job.ts';
import { freeSeats } from './rsvps/free-seats.ts';

export { listEventsInRange } from './calendar.queries.ts';
export { createEvent } from './create-event.ts';
export { endEvent } from './end-event.ts';
export { eventWrite } from './event-access/event-write.ts';
export { setRsvp } from './rsvps/set-rsvp.ts';
export { updateEvent } from './update-event.ts';

export const calendar: Feature = {
  name: 'calendar',
  targets: { event: eventTarget },
  uploads: [coverUploads],
  routes: calendarRoutes,
  plainRoutes: icsRoutes,
  emails: [eventNotificationEmail],
  hooks: {
    accountSecured: (tx, { user_id }) => deleteSubscriptionRow(tx, user_id),
    membershipEnded: (tx, { space_id, user_id }, context) => freeSeats(tx, space_id, user_id, context),
  },
  jobs: (platform) => [
    remindOfEventsJob(platform),
    sweepEventNotificationLogJob(platform),
    notifyEventChangedJob(platform),
    fillFreeSeatsJob(platform),
  ],
};
