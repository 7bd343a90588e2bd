import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { useMembershipSettings } from '../membership/index.ts';
import { NotificationList } from './notification-list.tsx';
import { type NotificationFilter, notificationPages, refetchNotifications } from './notifications.api.ts';
import { useMarkAllRead } from './use-mark-read.ts';

/** The panel that opens below the bell. */
export function NotificationPanel({
  trigger,
  open,
  onOpenChange,
  insideSpaceId,
}: PopupProps & { insideSpaceId?: string | undefined }) {
  const viewer = useViewer();
  const client = useQueryClient();
  const [onlyHere, setOnlyHere] = useState(false);
  const [emptiedAt, setEmptiedAt] = useState<string | null>(null);
  const markAll = useMarkAllRead();
  // The page of a space has loaded all of it.
  const space = useEntity('space', insideSpaceId ?? '') as Space | undefined;
  const settings = useMembershipSettings(space);
  if (!viewer) return trigger;
  const filter = toFilter(insideSpaceId, onlyHere);
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) setEmptiedAt(null);
  };
  return (
    <>
      <Popover
        trigger={trigger}
        open={open}
        onOpenChange={change}
        title={t('Notifications')}
        align="end"
        flush
      >
        <div className="notification-panel">
          <div className="flex flex-wrap items-center gap-1 border-b border-line px-3 pb-2">
            {insideSpaceId && <SpaceFilter onlyHere={onlyHere} onChange={setOnlyHere} />}
            <span className="flex-1" />
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                setEmptiedAt(null);
                refetchNotifications(client);
              }}
            >
              {t('Refresh')}
            </Button>
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                // Use the latest entry's own time, because the clocks of browser and server may differ.
                const shown = client.getQueryData(notificationPages(filter).queryKey);
                setEmptiedAt(shown?.pages[0]?.rows[0]?.batch_updated_at ?? null);
                markAll.mutate(undefined, { onError: () => setEmptiedAt(null) });
              }}
            >
              {t('Mark all as read')}
            </Button>
            <SettingsButton
              onOpen={() => change(false)}
              openSpace={space?.membership ? () => settings.open('notifications') : undefined}
            />
          </div>
          <div className="notification-scroll">
            <NotificationList
              viewerId={viewer.id}
              filter={filter}
              emptiedAt={emptiedAt}
              onOpen={() => change(false)}
            />
          </div>
          <Link to="/notifs" className="notification-footer" onClick={() => change(false)}>
            {t('See all')}
          </Link>
        </div>
      </Popover>
      {settings.element}
    </>
  );
}

/** Returns which notifications are listed inside a space, or outside of one. */
function toFilter(insideSpaceId: string | undefined, onlyHere: boolean): NotificationFilter {
  if (insideSpaceId === undefined) return {};
  return onlyHere ? { only_space_id: insideSpaceId } : { inside_space_id: insideSpaceId };
}

/** Opens the notification preferences: those of the open space, or the general ones. */
function SettingsButton({ onOpen, openSpace }: { onOpen: () => void; openSpace: (() => void) | undefined }) {
  return (
    <IconButton
      label={t('Notification settings')}
      size="sm"
      {...(openSpace ? {} : { render: <Link to="/settings/notifications" /> })}
      onClick={() => {
        onOpen();
        openSpace?.();
      }}
    >
      <Settings size={18} aria-hidden="true" />
    </IconButton>
  );
}

/** Chooses between all notifications and those of the open space. */
function SpaceFilter({ onlyHere, onChange }: { onlyHere: boolean; onChange: (onlyHere: boolean) => void }) {
  return (
    <fieldset className="orders">
      <legend className="sr-only">{t('Show')}</legend>
      {[false, true].map((value) => (
        <button
          key={String(value)}
          type="button"
          aria-pressed={onlyHere === value}
          onClick={() => onChange(value)}
        >
          {value ? t('Just this space') : t('All spaces')}
        </button>
      ))}
    </fieldset>
  );
}
