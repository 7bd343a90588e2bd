export { NotificationBell, toShortCount, UnreadBadge, useUnreadCount } from './notification-bell.tsx';
export { notificationPages, unreadSpacesQuery } from './notifications.api.ts';
