import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useQueryData } from '#web/lib/cache/use-query-data.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { unreadQuery } from './notifications.api.ts';

const panel = lazyOverlay<{ insideSpaceId?: string | undefined }>(
  async () => (await import('./notification-panel.tsx')).NotificationPanel,
);

/** The number of unread notifications, kept up to date. Inside a space, those of that space don't count. */
export function useUnreadCount(viewerId: string, insideSpaceId?: string): number {
  const data = useQueryData(unreadQuery(insideSpaceId));
  useChannel(`user:${viewerId}`, data?.live_cursor ?? null);
  const total = insideSpaceId === undefined ? data?.unread_count : undefined;
  useEffect(() => {
    // The icon of the installed app; 0 removes the number.
    if (total !== undefined) void navigator.setAppBadge?.(total).catch(() => {});
  }, [total]);
  return data?.unread_count ?? 0;
}

/** Returns a number of unread notifications for a badge: "99+" above 99. */
export const toShortCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** The number on a bell; nothing at 0. */
export function UnreadBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className="unread-badge" aria-hidden="true">
      {toShortCount(count)}
    </span>
  );
}

function toLabel(count: number): string {
  if (count <= 0) return t('Notifications');
  return count > 99
    ? t('Notifications, more than 99 unread')
    : t('Notifications, {count, plural, one {# unread} other {# unread}}', { count });
}

interface BellProps {
  viewerId: string;
  insideSpaceId?: string | undefined;
}

/** The bell of the header, from 769 px up: opens the panel, which leaves out notifications of the open space. */
export function NotificationBell({ viewerId, insideSpaceId }: BellProps) {
  const count = useUnreadCount(viewerId, insideSpaceId);
  return (
    <LazyPopup
      popup={panel}
      popupProps={{ insideSpaceId }}
      isPreloaded
      button={
        <IconButton label={toLabel(count)} className="max-[769px]:hidden">
          <span className="relative flex">
            <Bell size={20} aria-hidden="true" />
            <UnreadBadge count={count} />
          </span>
        </IconButton>
      }
    />
  );
}
