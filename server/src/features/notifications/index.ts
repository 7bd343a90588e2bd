import type { Feature } from '#server/platform/feature.ts';
import { cleanNotificationsJob } from './clean-notifications.job.ts';
import { notifyOfComment, notifyOfPost } from './content-notifications.ts';
import { deleteNotificationsFor } from './delete-notifications-for.ts';
import { bundleEmail } from './delivery/bundle.email.ts';
import { deliverNotificationsJob } from './delivery/deliver-notifications.job.ts';
import { bundleChecks } from './delivery/send-bundle.ts';
import { notificationEmailChecks } from './email/email-notification.ts';
import { unsubscribeRoutes } from './email/unsubscribe.routes.ts';
import { deleteNotificationsFrom } from './notifications.queries.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { deleteMutesIn } from './preferences/mutes.queries.ts';
import { deleteRemovedFrom } from './removed-notifications.queries.ts';

export { deleteNotificationsFor } from './delete-notifications-for.ts';
export {
  emailNotification,
  type NotificationContext,
  type NotificationMailer,
} from './email/email-notification.ts';
export { lockLists } from './notifications.queries.ts';
export { type NotificationInput, notify, writeNotifications } from './notify.ts';
export { listRecipients } from './recipients.queries.ts';
export { retractNotification } from './retract-notification.ts';

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  plainRoutes: unsubscribeRoutes,
  emails: [bundleEmail],
  emailChecks: { ...notificationEmailChecks, ...bundleChecks },
  hooks: {
    membershipEnded: async (tx, { space_id, user_id }) => {
      await deleteNotificationsFrom(tx, space_id, user_id);
      await deleteRemovedFrom(tx, space_id, user_id);
      await deleteMutesIn(tx, user_id, space_id);
    },
    postCreated: (tx, post) => notifyOfPost(tx, post, post.created_at),
    postUpdated: (tx, post) => notifyOfPost(tx, post, post.edited_at),
    commentCreated: (tx, comment) => notifyOfComment(tx, comment, comment.created_at, comment),
    commentUpdated: (tx, comment) => notifyOfComment(tx, comment, comment.edited_at, null),
    commentDeleted: async (tx, { comment_id }) => {
      await deleteNotificationsFor(tx, comment_id);
    },
  },
  jobs: (platform) => [cleanNotificationsJob(platform.db), deliverNotificationsJob(platform)],
};
