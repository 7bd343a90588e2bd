export { NotificationBell, toShortCount, UnreadBadge, useUnreadCount } from './notification-bell.tsx';
export {
  type NotificationSearch,
  notificationPages,
  toNotificationFilter,
  unreadQuery,
  unreadSpacesQuery,
} from './notifications.api.ts';
export { mutePostDialog } from './preferences/lazy-mute-dialog.ts';
export { MutePostMenuItem } from './preferences/mute-post-menu-item.tsx';
export { useSeePost } from './reading/use-see-post.ts';
