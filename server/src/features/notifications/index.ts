import type { Feature } from '#server/platform/feature.ts';
import { cleanNotificationsJob } from './clean-notifications.job.ts';
import { notificationRoutes } from './notifications.routes.ts';

export { forgetNotifications } from './forget-notifications.ts';
export { selectHearers } from './hearers.queries.ts';
export { batchKey, notify } from './notify.ts';

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  jobs: ({ db }) => [cleanNotificationsJob(db)],
};
