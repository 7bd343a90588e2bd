import { contactEndpoints, contactLiveEvents } from './contacts.ts';
import { conversationEndpoints, conversationLiveEvents } from './conversations.ts';
import { groupEndpoints } from './groups.ts';
import { messageEndpoints, messageLiveEvents } from './messages.ts';

export const chatLiveEvents = { ...messageLiveEvents, ...conversationLiveEvents, ...contactLiveEvents };
export const chatEndpoints = {
  ...conversationEndpoints,
  ...groupEndpoints,
  ...messageEndpoints,
  ...contactEndpoints,
};
