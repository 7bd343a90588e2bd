import { Link } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { NotificationList, useNotifications } from './notification-list.tsx';
import { useMarkAllRead } from './use-mark-read.ts';

const everything = {};

/** All notifications, including those of the space the viewer came from. */
export function NotificationsScreen() {
  const viewer = useViewer();
  const markAll = useMarkAllRead();
  const { rows } = useNotifications(everything);
  if (!viewer) return null;
  return (
    <div className="mx-auto w-full max-w-feed px-4 py-6 lg:py-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl leading-(--height-control)">{t('Notifications')}</h1>
        <div className="-mr-2 flex items-center">
          {rows.length > 0 && (
            <Button variant="quiet" onClick={() => markAll.mutate()}>
              {t('Mark all as read')}
            </Button>
          )}
          <IconButton label={t('Notification settings')} render={<Link to="/settings/notifications" />}>
            <Settings size={20} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <Card flush>
        <NotificationList viewerId={viewer.id} filter={everything} />
      </Card>
    </div>
  );
}
