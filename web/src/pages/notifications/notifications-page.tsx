import { useNavigate, useSearch } from '@tanstack/react-router';
import { NotificationsScreen } from '#web/features/notifications/notifications-screen.tsx';

/** `/notifs`. Its address says which list is shown. */
export function NotificationsPage() {
  const navigate = useNavigate();
  const selected = useSearch({ from: '/notifs' });
  return (
    <NotificationsScreen
      selected={selected}
      onSelect={(search) => void navigate({ to: '/notifs', search, replace: true, resetScroll: false })}
    />
  );
}
