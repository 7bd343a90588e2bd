import type { Feature } from '#server/platform/feature.ts';
import { chatUploads } from './chat-uploads.queries.ts';
import { enableChat } from './contacts/contacts.queries.ts';
import { contactRoutes } from './contacts/contacts.routes.ts';
import { conversationRoutes } from './conversations/conversations.routes.ts';
import { chatChannels } from './live/chat-channels.ts';
import { listBlockedWith, listWatchableAnywhere } from './live/live.queries.ts';
import { messageRoutes } from './messages/messages.routes.ts';
import { notifyParticipantsJob } from './messages/notify-participants.job.ts';
import { publishLinkingMessages } from './messages/publish-linking-messages.ts';
import { messageTarget } from './messages/reactions/message-target.ts';
import { markCaughtUpJob } from './reading/mark-caught-up.job.ts';
import { messageReportEmail } from './reports/message-report.email.ts';
import { acceptRequestFrom } from './requests/accept-request.ts';

export { getOrCreateConversation } from './conversations/open-conversation.ts';
export { createGroup } from './groups/create-group.ts';
export { sendMessage } from './messages/send-message.ts';
export { markConversationAsRead } from './reading/mark-conversations.ts';

export const chat: Feature = {
  name: 'chat',
  targets: { message: messageTarget },
  uploads: chatUploads,
  routes: (route, platform) => {
    conversationRoutes(route, platform);
    messageRoutes(route, platform);
    contactRoutes(route, platform);
  },
  liveChannels: chatChannels,
  watchable: {
    anywhere:
      ({ db }) =>
      ({ user_id }, _space, user_ids) =>
        listWatchableAnywhere(db, { viewer_id: user_id, user_ids }),
  },
  uncounted:
    ({ db }) =>
    ({ user_id }) =>
      listBlockedWith(db, user_id),
  emails: [messageReportEmail],
  jobs: ({ db }) => [notifyParticipantsJob(db), markCaughtUpJob(db)],
  hooks: {
    membershipEnded: async (tx, { user_id, space_id }) => void (await enableChat(tx, user_id, space_id)),
    userFollowed: (tx, { user_id, followed_user_id }) => acceptRequestFrom(tx, user_id, followed_user_id),
    linkPreviewed: (tx, { url }) => publishLinkingMessages(tx, url),
  },
};
