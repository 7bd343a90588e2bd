import '#web/styles/lazy/preferences.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AlarmClock, Bell, Settings } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { SpaceIcon, useUserSpaces } from '#web/features/spaces/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Page } from '#web/ui/page/page-grid.tsx';
import { useFocusedInRow, useSelectedInRow } from '#web/ui/show-in-row.ts';
import { toShortCount, useUnreadCount } from './notification-bell.tsx';
import { NotificationList, useNotifications } from './notification-list.tsx';
import { type NotificationSearch, toNotificationFilter, unreadSpacesQuery } from './notifications.api.ts';
import { useMarkAllRead } from './reading/use-mark-read.ts';

interface ScreenProps {
  /** The list that is shown. */
  selected: NotificationSearch;
  onSelect: (selected: NotificationSearch) => void;
}

/** All notifications, including those of the space the viewer came from, or another list. */
export function NotificationsScreen({ selected, onSelect }: ScreenProps) {
  const viewer = useViewer();
  const markAll = useMarkAllRead();
  const filter = toNotificationFilter(selected);
  const isAll = Object.keys(filter).length === 0;
  const { rows } = useNotifications(filter);
  if (!viewer) return null;
  return (
    <Page>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl leading-(--height-control)">{t('Notifications')}</h1>
        <div className="-mr-2 flex items-center">
          {isAll && rows.length > 0 && (
            <Button variant="quiet" onClick={() => markAll.mutate()}>
              {t('Mark all as read')}
            </Button>
          )}
          <IconButton label={t('Notification settings')} render={<Link to="/settings/notifications" />}>
            <Settings size={20} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div className="side-tabs">
        <ListChoice viewerId={viewer.id} selected={selected} onSelect={onSelect} />
        <Card flush className="min-w-0">
          <NotificationList key={JSON.stringify(filter)} viewerId={viewer.id} filter={filter} />
        </Card>
      </div>
    </Page>
  );
}

interface ListChoiceProps extends ScreenProps {
  viewerId: string;
}

/** Room in pixels beside a list's name that is shown. */
const room = 24;

/** The lists of the page, with their unread notifications: a column on wide screens, else a row. */
function ListChoice({ viewerId, selected, onSelect }: ListChoiceProps) {
  const total = useUnreadCount(viewerId);
  const { data: unread } = useQuery(unreadSpacesQuery);
  const spaces = useUserSpaces(true);
  const row = useRef<HTMLFieldSetElement>(null);
  useSelectedInRow(row, room, '[data-active]', JSON.stringify(selected));
  useFocusedInRow(row, room);
  return (
    <fieldset ref={row} className="tabs min-w-0">
      <legend className="sr-only">{t('Show')}</legend>
      <Choice
        icon={<Bell size={20} aria-hidden="true" />}
        label={t('All')}
        count={total}
        isSelected={!selected.show && !selected.space}
        onSelect={() => onSelect({})}
      />
      <Choice
        icon={<AlarmClock size={20} aria-hidden="true" />}
        label={t('Snoozed')}
        isSelected={selected.show === 'snoozed'}
        onSelect={() => onSelect({ show: 'snoozed' })}
      />
      {spaces.map((space) => (
        <Choice
          key={space.id}
          icon={<SpaceIcon space={space} size="xs" />}
          label={space.name}
          count={unread?.counts[space.id] ?? 0}
          isSelected={space.id === selected.space}
          onSelect={() => onSelect({ space: space.id })}
        />
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  label: string;
  count?: number;
  isSelected: boolean;
  onSelect: () => void;
}

function Choice({ icon, label, count = 0, isSelected, onSelect }: ChoiceProps) {
  return (
    <button
      type="button"
      className="tab"
      aria-pressed={isSelected}
      data-active={isSelected ? '' : undefined}
      onClick={onSelect}
    >
      <span className="tab-icon">{icon}</span>
      <span className="max-w-48 min-w-0 flex-1 truncate text-start">{label}</span>{' '}
      {count > 0 && (
        <span className="unread-count" data-muted="">
          {toShortCount(count)}
          <span className="sr-only"> {t('unread')}</span>
        </span>
      )}
    </button>
  );
}
