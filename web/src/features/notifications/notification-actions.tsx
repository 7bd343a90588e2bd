import '#web/styles/lazy/notifications.css';
import { AlarmClock, AlarmClockOff, Bell, BellOff, Ellipsis, Mail, MailOpen, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { type SnoozeDuration, snoozeDurations } from '#contract/features/notifications/choices.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { besideNotification } from './list-focus.ts';
import { toStop } from './notification-stop.ts';
import { useSetRead } from './reading/use-mark-read.ts';
import { useRemoveNotification } from './use-remove-notification.ts';
import { useBringBack, useSnooze } from './use-snooze.ts';
import { toStopLabel, useIsStopped, useStopNotifications } from './use-stop-notifications.ts';

const durationLabels: Record<SnoozeDuration, Message> = {
  '1_hour': msg('In 1 hour'),
  tomorrow: msg('Tomorrow morning'),
  next_week: msg('Next week'),
};

const icon = { size: 16, 'aria-hidden': true } as const;

/** Where the buttons have no room and nothing hovers; `notifications.css` hides the buttons there. */
// Not translated: a media query.
const phones = '(hover: none) and (width < 48rem)';

/** What can be done with a notification in the list: buttons in its row, and on phones a menu. */
export function NotificationActions({ entry }: { entry: Notification }) {
  return useMediaQuery(phones) ? <ActionMenu entry={entry} /> : <ActionButtons entry={entry} />;
}

/** `data-action` is what the keys of the list press. */
function ActionButtons({ entry }: { entry: Notification }) {
  const stopping = useStopNotifications();
  const remove = useRemoveNotification();
  const stop = toStop(entry);
  const [isNear, setNear] = useState(false);
  const isStopped = useIsStopped(stop, isNear);
  const come = () => setNear(true);
  const leave = () => setNear(false);
  return (
    <span className="notification-actions">
      {entry.snoozed_until === null ? (
        <>
          <ReadButton entry={entry} />
          <SnoozeMenu entry={entry} />
        </>
      ) : (
        <BringBackButton entry={entry} />
      )}
      {stop && (
        <IconButton
          size="sm"
          label={toStopLabel(stop, isStopped)}
          disabled={stopping.isPending}
          onPointerEnter={come}
          onPointerLeave={leave}
          onFocus={come}
          onBlur={leave}
          onClick={() => stopping.mutate({ stop, isStopped: !isStopped })}
        >
          {isStopped ? <Bell {...icon} /> : <BellOff {...icon} />}
        </IconButton>
      )}
      <IconButton
        size="sm"
        label={t('Remove')}
        data-action="remove"
        onClick={({ currentTarget }) => {
          besideNotification(currentTarget)?.focus();
          remove.mutate(entry.id);
        }}
      >
        <X {...icon} />
      </IconButton>
    </span>
  );
}

function ActionMenu({ entry }: { entry: Notification }) {
  const { id, read } = entry;
  const set = useSetRead();
  const snooze = useSnooze();
  const bringBack = useBringBack();
  const stopping = useStopNotifications();
  const remove = useRemoveNotification();
  const stop = toStop(entry);
  const [isOpen, setOpen] = useState(false);
  const isStopped = useIsStopped(stop, isOpen);
  const button = useRef<HTMLButtonElement>(null);
  const beside = useRef<HTMLElement>(null);
  /** For what takes the row out of the list: the menu can't give the focus back to its button. */
  const leave = (act: () => void) => () => {
    beside.current = besideNotification(button.current);
    act();
  };
  return (
    <span className="notification-more">
      <Menu
        finalFocus={beside}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <IconButton ref={button} size="sm" label={t('More options')}>
            <Ellipsis {...icon} />
          </IconButton>
        }
      >
        {entry.snoozed_until === null ? (
          <>
            <MenuItem
              icon={read ? <Mail {...icon} /> : <MailOpen {...icon} />}
              onSelect={() => set.mutate({ id, read: !read })}
            >
              {read ? t('Mark as unread') : t('Mark as read')}
            </MenuItem>
            <MenuSeparator />
            <MenuGroup label={t('Remind me')}>
              {snoozeDurations.map((duration) => (
                <MenuItem
                  key={duration}
                  icon={<AlarmClock {...icon} />}
                  onSelect={leave(() => snooze.mutate({ id, duration, read }))}
                >
                  {t(durationLabels[duration])}
                </MenuItem>
              ))}
            </MenuGroup>
            <MenuSeparator />
          </>
        ) : (
          <MenuItem icon={<AlarmClockOff {...icon} />} onSelect={leave(() => bringBack.mutate(id))}>
            {t('Move back to the list')}
          </MenuItem>
        )}
        {stop && (
          <MenuItem
            icon={isStopped ? <Bell {...icon} /> : <BellOff {...icon} />}
            onSelect={() => stopping.mutate({ stop, isStopped: !isStopped })}
          >
            {toStopLabel(stop, isStopped)}
          </MenuItem>
        )}
        <MenuItem icon={<X {...icon} />} onSelect={leave(() => remove.mutate(id))}>
          {t('Remove')}
        </MenuItem>
      </Menu>
    </span>
  );
}

function ReadButton({ entry: { id, read } }: { entry: Notification }) {
  const set = useSetRead();
  return (
    <IconButton
      size="sm"
      label={read ? t('Mark as unread') : t('Mark as read')}
      data-action={read ? 'unread' : 'read'}
      onClick={() => set.mutate({ id, read: !read })}
    >
      {read ? <Mail {...icon} /> : <MailOpen {...icon} />}
    </IconButton>
  );
}

function SnoozeMenu({ entry: { id, read } }: { entry: Notification }) {
  const snooze = useSnooze();
  const button = useRef<HTMLButtonElement>(null);
  const beside = useRef<HTMLElement>(null);
  const choose = (duration: SnoozeDuration) => {
    // The menu can't give the focus back to a button that is gone.
    beside.current = besideNotification(button.current);
    snooze.mutate({ id, duration, read });
  };
  return (
    <Menu
      finalFocus={beside}
      trigger={
        <IconButton ref={button} size="sm" label={t('Remind me later')} data-action="snooze">
          <AlarmClock {...icon} />
        </IconButton>
      }
    >
      <MenuGroup label={t('Remind me')}>
        {snoozeDurations.map((duration) => (
          <MenuItem key={duration} onSelect={() => choose(duration)}>
            {t(durationLabels[duration])}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}

function BringBackButton({ entry: { id } }: { entry: Notification }) {
  const bringBack = useBringBack();
  return (
    <IconButton
      size="sm"
      label={t('Move back to the list')}
      data-action="unread"
      onClick={({ currentTarget }) => {
        besideNotification(currentTarget)?.focus();
        bringBack.mutate(id);
      }}
    >
      <AlarmClockOff {...icon} />
    </IconButton>
  );
}
