import type { Feature } from '#server/platform/feature.ts';
import { membersChannelKind } from './broadcasts/broadcast-channel.ts';
import { cleanNotificationsJob } from './clean-notifications.job.ts';
import { notifyOfComment, notifyOfPost } from './content-notifications.ts';
import {
  notifyOfAddition,
  notifyOfEdit,
  notifyOfMessage,
  readNotificationsOf,
  retractMessage,
} from './conversations/conversation-notifications.ts';
import { deleteNotificationsFor } from './delete-notifications-for.ts';
import { bundleEmail } from './delivery/bundle.email.ts';
import { deliverNotificationsJob } from './delivery/deliver-notifications.job.ts';
import { bundleChecks } from './delivery/send-bundle.ts';
import { digestEmail } from './digest/digest.email.ts';
import { deleteDigestsOf } from './digest/digests.queries.ts';
import { digestChecks, sendDigestsJob } from './digest/send-digests.job.ts';
import { notificationEmailChecks } from './email/email-notification.ts';
import { unsubscribeRoutes } from './email/unsubscribe.routes.ts';
import { mayReadMissed } from './may-read-missed.ts';
import { deleteNotificationsFrom } from './notifications.queries.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { deleteMutesIn } from './preferences/mutes.queries.ts';
import { deleteRemovedFrom } from './removed-notifications.queries.ts';
import { returnSnoozedJob } from './snooze/return-snoozed.job.ts';

export { notifyMembers } from './broadcasts/notify-members.ts';
export { retractBroadcastsAbout, retractBroadcastsOf } from './broadcasts/retract-broadcasts.ts';
export { queueUnreadMessages } from './conversations/unread-messages.queries.ts';
export { deleteNotificationsFor } from './delete-notifications-for.ts';
export {
  emailNotification,
  type NotificationContext,
  type NotificationMailer,
} from './email/email-notification.ts';
export { lockLists } from './notifications.queries.ts';
export { type NotificationInput, notify } from './notify.ts';
export { updateSpacePreferences } from './preferences/update-preferences.ts';
export { retractNotification } from './retract-notification.ts';

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  liveChannels: { members: membersChannelKind },
  mayReadMissed,
  plainRoutes: unsubscribeRoutes,
  emails: [bundleEmail, digestEmail],
  emailChecks: { ...notificationEmailChecks, ...bundleChecks, ...digestChecks },
  hooks: {
    membershipEnded: async (tx, { space_id, user_id }) => {
      await deleteNotificationsFrom(tx, space_id, user_id);
      await deleteRemovedFrom(tx, space_id, user_id);
      await deleteMutesIn(tx, user_id, space_id);
      await deleteDigestsOf(tx, user_id, space_id);
    },
    postCreated: (tx, post) => notifyOfPost(tx, post, post.created_at),
    postUpdated: (tx, post) => notifyOfPost(tx, post, post.edited_at),
    commentCreated: (tx, comment) => notifyOfComment(tx, comment, comment.created_at, comment),
    commentUpdated: (tx, comment) => notifyOfComment(tx, comment, comment.edited_at, null),
    messageSent: (tx, message) => notifyOfMessage(tx, message, message.created_at),
    messageUpdated: notifyOfEdit,
    messageDeleted: retractMessage,
    participantsAdded: notifyOfAddition,
    conversationsRead: readNotificationsOf,
    commentDeleted: async (tx, { comment_id }) => {
      await deleteNotificationsFor(tx, comment_id);
    },
  },
  jobs: (platform) => [
    cleanNotificationsJob(platform.db),
    deliverNotificationsJob(platform),
    returnSnoozedJob(platform),
    sendDigestsJob(platform),
  ],
};
