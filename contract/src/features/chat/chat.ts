import { contactEndpoints, contactLiveEvents } from './contacts.ts';
import { conversationEndpoints, conversationLiveEvents } from './conversations.ts';
import { messageEndpoints, messageLiveEvents } from './messages.ts';

export const chatLiveEvents = { ...messageLiveEvents, ...conversationLiveEvents, ...contactLiveEvents };
export const chatEndpoints = { ...conversationEndpoints, ...messageEndpoints, ...contactEndpoints };
