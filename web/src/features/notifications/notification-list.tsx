import '#web/styles/lazy/notifications.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AlarmClock, CheckCheck } from 'lucide-react';
import { useId, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { useChannel } from '#web/lib/live/use-live.ts';
import { useStartOfToday } from '#web/lib/use-start-of-today.ts';
import { EmptyState } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { NotificationItem } from './notification-item.tsx';
import { arrangeNotifications } from './notification-order.ts';
import { sectionTitles, toSections } from './notification-sections.ts';
import { type NotificationFilter, notificationChanges, notificationPages } from './notifications.api.ts';
import { useListKeys } from './use-list-keys.ts';

/** Distance from the end of the list at which more is loaded, in pixels. */
const nearEnd = 100;

/** The loaded entries of a filter, latest first; without those up to `emptiedAt`. */
export function useNotifications(filter: NotificationFilter, emptiedAt: string | null = null) {
  const list = useInfiniteQuery(notificationPages(filter));
  const rows = arrangeNotifications(list.data?.pages ?? [], notificationChanges.useChanges(filter)).filter(
    (row) => !emptiedAt || row.batch_updated_at > emptiedAt,
  );
  return { list, rows };
}

/** The entries of a filter, by day and week; scrolling loads more. `emptiedAt` hides the entries up to that time. */
export function NotificationList({
  viewerId,
  filter,
  emptiedAt,
  onOpen,
}: {
  viewerId: string;
  filter: NotificationFilter;
  /** When everything was marked as read; older entries are hidden. */
  emptiedAt?: string | null;
  onOpen?: () => void;
}) {
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  useListKeys(box);
  const today = useStartOfToday();
  const timeZone = useViewer()?.time_zone ?? 'UTC';
  const { list, rows } = useNotifications(filter, emptiedAt);
  useChannel(`user:${viewerId}`, list.data?.pages[0]?.live_cursor ?? null);
  return (
    <div ref={box} data-notifications="">
      <PagedList
        pages={list}
        count={rows.length}
        skeleton={<NotificationSkeleton />}
        empty={
          emptiedAt ? (
            <CaughtUp />
          ) : filter.state === 'snoozed' ? (
            <NothingSnoozed />
          ) : (
            <NoNotifications spaceId={filter.only_space_id} />
          )
        }
        failure={{
          title: t('Failed to load notifications'),
          text: toMessage(list.error, t('Failed to fetch notifications')),
        }}
        more={emptiedAt ? null : { near: nearEnd, size: 'sm' }}
      >
        {toSections(rows, today).map((part) => (
          <section key={part.section} aria-labelledby={`${listId}-${part.section}`}>
            <h2 id={`${listId}-${part.section}`} className="px-5 pt-4 pb-1 text-sm font-semibold text-soft">
              {t(sectionTitles[part.section])}
            </h2>
            <ul>
              {part.rows.map(({ id }) => (
                <NotificationItem key={id} id={id} timeZone={timeZone} onOpen={onOpen} />
              ))}
            </ul>
          </section>
        ))}
        {(emptiedAt || !list.hasNextPage) && (
          <p className="px-5 py-6 text-center text-sm text-faint">
            {t('You have reached the end of your notifications')}
          </p>
        )}
      </PagedList>
    </div>
  );
}

function CaughtUp() {
  return (
    <EmptyState icon={<CheckCheck size={26} aria-hidden="true" />} title={t("You're all caught up")}>
      {t('New notifications will show up here.')}
    </EmptyState>
  );
}

/** An empty list of everything, or of one space: what was snoozed is in a list of its own. */
function NoNotifications({ spaceId }: { spaceId: string | undefined }) {
  const filter: NotificationFilter = { ...(spaceId && { only_space_id: spaceId }), state: 'snoozed' };
  const { list, rows } = useNotifications(filter);
  if (list.isPending) return <NotificationSkeleton />;
  if (rows.length > 0)
    return (
      <EmptyState icon={<AlarmClock size={26} aria-hidden="true" />} title={t('Nothing new')}>
        {t('Snoozed notifications will come back here.')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('No notifications yet')}>
      {t('Likes, comments and replies will show up here.')}
    </EmptyState>
  );
}

function NothingSnoozed() {
  return (
    <EmptyState title={t('Nothing is snoozed')}>
      {t('Snooze a notification to take it out of the list until you have time for it.')}
    </EmptyState>
  );
}

function NotificationSkeleton() {
  return (
    <ul aria-busy="true" aria-label={t('Loading')}>
      {Array.from({ length: 5 }, (_, row) => row).map((row) => (
        <li key={row} className="notification">
          <Skeleton shape="circle" width="2.5rem" height="2.5rem" />
          <div className="grid flex-1 gap-2 pt-1">
            <Skeleton width="70%" />
            <Skeleton width="40%" />
          </div>
        </li>
      ))}
    </ul>
  );
}
