export { peopleQuery } from './people/people.api.ts';
export { ChatButton, ChatTab } from './surfaces/chat-button.tsx';
export { ChatHost } from './surfaces/chat-host.tsx';
export { useUnreadMessages } from './surfaces/use-unread-messages.ts';
