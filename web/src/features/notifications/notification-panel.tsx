import '#web/styles/lazy/notifications.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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
import { NotificationList, useNotifications } from './notification-list.tsx';
import { refetchNotifications } from './notifications.api.ts';
import { useMarkAllRead } from './reading/use-mark-read.ts';

interface PanelProps {
  insideSpaceId?: string | undefined;
}

/** The panel that opens below the bell. */
export function NotificationPanel({ trigger, open, onOpenChange, insideSpaceId }: PopupProps & PanelProps) {
  const viewer = useViewer();
  const [onlyHere, setOnlyHere] = useState(false);
  // The page of a space has loaded all of it.
  const space = useEntity('space', insideSpaceId ?? '') as Space | undefined;
  const settings = useMembershipSettings(space);
  if (!viewer) return trigger;
  return (
    <>
      <Popover
        trigger={trigger}
        open={open}
        onOpenChange={onOpenChange}
        title={t('Notifications')}
        align="end"
        flush
      >
        <PanelContent
          viewerId={viewer.id}
          insideSpaceId={insideSpaceId}
          onlyHere={onlyHere}
          onOnlyHere={setOnlyHere}
          onClose={() => onOpenChange(false)}
          openSettings={space?.membership ? () => settings.open('notifications') : undefined}
        />
      </Popover>
      {settings.element}
    </>
  );
}

interface PanelContentProps extends PanelProps {
  viewerId: string;
  /** Whether only notifications of the open space are shown. */
  onlyHere: boolean;
  onOnlyHere: (onlyHere: boolean) => void;
  onClose: () => void;
  /** Opens the preferences of the open space; undefined for people who aren't its members. */
  openSettings: (() => void) | undefined;
}

function PanelContent({
  viewerId,
  insideSpaceId,
  onlyHere,
  onOnlyHere,
  onClose,
  openSettings,
}: PanelContentProps) {
  const client = useQueryClient();
  const [emptiedAt, setEmptiedAt] = useState<string | null>(null);
  const markAll = useMarkAllRead();
  const refresh = useMutation({ mutationFn: () => refetchNotifications(client) });
  const here = onlyHere && insideSpaceId !== undefined;
  const filter = here
    ? { only_space_id: insideSpaceId }
    : insideSpaceId
      ? { inside_space_id: insideSpaceId }
      : {};
  const { rows } = useNotifications(filter, emptiedAt);
  return (
    <div className="notification-panel">
      <div className="flex flex-wrap items-center gap-1 border-b border-line px-3 pb-2">
        {insideSpaceId && (
          <fieldset className="orders">
            <legend className="sr-only">{t('Show')}</legend>
            {[false, true].map((value) => (
              <button
                key={String(value)}
                type="button"
                aria-pressed={onlyHere === value}
                onClick={() => onOnlyHere(value)}
              >
                {value ? t('Just this space') : t('All spaces')}
              </button>
            ))}
          </fieldset>
        )}
        <span className="flex-1" />
        <Button
          variant="quiet"
          size="sm"
          loading={refresh.isPending}
          onClick={() => {
            setEmptiedAt(null);
            refresh.mutate();
          }}
        >
          {t('Refresh')}
        </Button>
        {rows.length > 0 && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              // Use the latest entry's own time, because the clocks of browser and server may differ.
              setEmptiedAt(rows[0]?.batch_updated_at ?? null);
              markAll.mutate(undefined, { onError: () => setEmptiedAt(null) });
            }}
          >
            {t('Mark all as read')}
          </Button>
        )}
        <SettingsButton onOpen={onClose} openSpace={openSettings} />
      </div>
      <div className="notification-scroll">
        <NotificationList viewerId={viewerId} filter={filter} emptiedAt={emptiedAt} onOpen={onClose} />
      </div>
      <Link to="/notifs" className="notification-footer" onClick={onClose}>
        {t('See all')}
      </Link>
    </div>
  );
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
