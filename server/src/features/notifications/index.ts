import type { Feature } from '#server/platform/feature.ts';
import { cleanNotificationsJob } from './clean-notifications.job.ts';
import { noticeMailChecks } from './mails/mail-notice.ts';
import { unsubscribeRoutes } from './mails/unsubscribe.routes.ts';
import { notificationRoutes } from './notifications.routes.ts';

export { forgetNotifications } from './forget-notifications.ts';
export { selectHearers } from './hearers.queries.ts';
export { mailNotice, type NoticeMailer, type NotificationContext } from './mails/mail-notice.ts';
export { lockLists } from './notifications.queries.ts';
export { batchKey, notify, writeNotices } from './notify.ts';
export { withdrawNotice } from './withdraw-notice.ts';

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  plainRoutes: unsubscribeRoutes,
  mailChecks: noticeMailChecks,
  jobs: ({ db }) => [cleanNotificationsJob(db)],
};
