export { ChatButton, ChatTab } from './surfaces/chat-button.tsx';
export { ChatHost } from './surfaces/chat-host.tsx';
export { openChat } from './surfaces/open-chat.ts';
