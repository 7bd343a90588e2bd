import type { Feature } from '#server/platform/feature.ts';
import { chatUploads } from './chat-uploads.queries.ts';
import { enableChat } from './contacts/contacts.queries.ts';
import { contactRoutes } from './contacts/contacts.routes.ts';
import { conversationRoutes } from './conversations/conversations.routes.ts';
import { chatChannels } from './live/chat-channels.ts';
import { messageRoutes } from './messages/messages.routes.ts';
import { publishLinkingMessages } from './messages/publish-linking-messages.ts';
import { messageTarget } from './messages/reactions/message-target.ts';
import { messageReportEmail } from './reports/message-report.email.ts';

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
  emails: [messageReportEmail],
  hooks: {
    membershipEnded: (tx, { user_id, space_id }) => enableChat(tx, user_id, space_id),
    linkPreviewed: (tx, { url }) => publishLinkingMessages(tx, url),
  },
};
