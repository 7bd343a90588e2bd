export { NotificationBell, UnreadBadge, useUnreadCount } from './notification-bell.tsx';
export { notificationPages } from './notifications.api.ts';
