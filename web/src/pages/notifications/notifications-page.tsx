export { NotificationsScreen as NotificationsPage } from '#web/features/notifications/notifications-screen.tsx';
