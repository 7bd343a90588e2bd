import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Lock } from 'lucide-react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { SideCard } from '#web/ui/page/side-card.tsx';
import { agendaPages } from './calendar.api.ts';
import { isOver, toViewerRsvp } from './event/event-state.ts';
import { toDayNumber, toHours, toShortMonth } from './event/event-times.ts';
import { useNow } from './use-clock.ts';
import { toEventIds, useEventEntities } from './use-events.ts';
import { daysOf } from './views/calendar-days.ts';

const shown = 3;

interface UpcomingCardProps {
  space: Space;
  /** Whether the page that shows it is a tab: the link to another tab then replaces the current history entry. */
  isOnTab: boolean;
}

/** The next three events of a space. Nothing if there are none. */
export function UpcomingCard({ space, isOnTab }: UpcomingCardProps) {
  const pages = useInfiniteQuery(agendaPages(space.id, 'upcoming'));
  const now = useNow();
  const events = useEventEntities(toEventIds(pages.data)).filter(
    (event) => event.status !== 'cancelled' && !isOver(event, now),
  );
  if (events.length === 0) return null;
  const params = { subdomain: space.subdomain };
  return (
    <SideCard
      title={t('Upcoming')}
      footer={
        <Link to="/$subdomain/space/calendar" params={params} replace={isOnTab}>
          {t('See calendar')}
        </Link>
      }
    >
      <ul>
        {events.slice(0, shown).map((event) => (
          <li key={event.id}>
            <Link
              to="/$subdomain/space/calendar"
              params={params}
              search={{ event: event.id }}
              className="side-row"
            >
              <EventSummary event={event} now={now} />
            </Link>
          </li>
        ))}
      </ul>
    </SideCard>
  );
}

function EventSummary({ event, now }: { event: CalendarEvent; now: number }) {
  const { first } = daysOf(event);
  const rsvp = event.viewer_rsvp === 'no' ? null : toViewerRsvp(event, now);
  return (
    <>
      <span className="date-tile">
        <span>{toShortMonth(first)}</span>
        <span>{toDayNumber(first)}</span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{event.title}</span>
        <span className="block truncate text-soft tabular-nums">{toHours(event, first)}</span>
      </span>
      {event.lock && (
        <span className="flex-none text-faint" title={t('Locked')}>
          <Lock size={16} aria-hidden="true" />
          <span className="sr-only">{t('Locked')}</span>
        </span>
      )}
      {rsvp && (
        <span className="flex-none text-accent-text" title={rsvp}>
          <Check size={16} aria-hidden="true" />
          <span className="sr-only">{rsvp}</span>
        </span>
      )}
    </>
  );
}
