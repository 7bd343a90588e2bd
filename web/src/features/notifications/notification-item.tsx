import '#web/styles/lazy/notifications.css';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { toOriginName } from '#contract/features/notifications/notification-copy.ts';
import { t } from '#contract/i18n/translate.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { useServerClock } from '#web/lib/server-clock.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { NotificationActions } from './notification-actions.tsx';
import { showNotification } from './notification-copy.tsx';
import { useOpenNotification } from './reading/use-mark-read.ts';
import { toReturnTime } from './use-snooze.ts';

interface NotificationItemProps {
  id: string;
  /** The time zone of the reader. */
  timeZone: string;
  onOpen?: (() => void) | undefined;
}

/** A notification: who did what, an excerpt, and where, when and why, with a link to it. Not rendered again when others come. */
export const NotificationItem = memo(function NotificationItem({
  id,
  timeZone,
  onOpen,
}: NotificationItemProps) {
  const entry = useEntity('notification', id);
  const now = useServerClock();
  const open = useOpenNotification();
  if (!entry) return null;
  const reading = { timeZone, now: now() };
  const { Icon, sentence, detail, to, search, reason } = showNotification(entry, reading, (text) => (
    <span className="font-semibold text-ink">{text}</span>
  ));
  return (
    <li className="notification" data-unread={entry.read ? undefined : ''}>
      {entry.actor ? (
        <Avatar id={entry.actor.id} name={entry.actor.full_name} src={entry.actor.avatar_url}>
          <span className="notification-type" data-type={entry.type}>
            <Icon size={10} strokeWidth={2.5} aria-hidden="true" />
          </span>
        </Avatar>
      ) : (
        <span className="notification-sign">
          <Icon size={20} aria-hidden="true" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          search={search as never}
          // The comment scrolls itself into view; the router would scroll to the top.
          resetScroll={search.highlight_comment === undefined}
          className="notification-link"
          onClick={() => {
            if (!entry.clicked) open.mutate(id);
            onOpen?.();
          }}
        >
          {sentence}
          {!entry.read && <span className="sr-only"> {t('(unread)')}</span>}
        </Link>
        {detail && <p className="mt-0.5 line-clamp-1 text-sm break-words text-soft">{detail}</p>}
        <div className="notification-foot">
          <p className="notification-facts">
            {entry.actor_relationship === 'admin' && <Badge>{t('Admin')}</Badge>}
            <span className="notification-origin">{toOriginName(entry)}</span>
            <span aria-hidden="true"> · </span>
            <RelativeTime at={entry.batch_updated_at} className="whitespace-nowrap" />
            <span aria-hidden="true"> · </span>
            <span className="notification-reason">
              {entry.snoozed_until === null
                ? reason
                : t('Snoozed until {time}', { time: toReturnTime(entry.snoozed_until) })}
            </span>
          </p>
          <NotificationActions entry={entry} />
        </div>
      </div>
    </li>
  );
});
