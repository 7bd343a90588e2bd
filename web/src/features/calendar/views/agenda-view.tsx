import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { CalendarEvent } from '#contract/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import type { Space } from '#contract/spaces.ts';
import { useNearEnd } from '#web/lib/list/use-near-end.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { agendaPages, type Direction } from '../calendar.api.ts';
import { CalendarFailure, DaysSkeleton } from '../calendar-states.tsx';
import { toEventIds, useEventEntities } from '../use-events.ts';
import { type Day, daysOf } from './calendar-days.ts';
import { DayList } from './day-list.tsx';

/** Groups events by the day they start on; events in progress are listed under today. */
export function toDays(events: readonly CalendarEvent[], today: Day, direction: Direction) {
  const days = new Map<Day, CalendarEvent[]>();
  for (const event of events) {
    const { first, last } = daysOf(event);
    const day = direction === 'upcoming' && first < today && last >= today ? today : first;
    const together = days.get(day);
    if (together) together.push(event);
    else days.set(day, [event]);
  }
  const order = direction === 'upcoming' ? 1 : -1;
  return [...days].sort(([a], [b]) => (a < b ? -order : order));
}

/** Upcoming events grouped by day; past events on request. */
export function AgendaView({ space, today, now }: { space: Space; today: Day; now: number }) {
  const [direction, setDirection] = useState<Direction>('upcoming');
  const pages = useInfiniteQuery(agendaPages(space.id, direction));
  const events = useEventEntities(toEventIds(pages.data));
  const more = useNearEnd<HTMLDivElement>(pages.hasNextPage && !pages.isFetching, () => {
    void pages.fetchNextPage();
  });
  const isUpcoming = direction === 'upcoming';
  const other = (
    <Button size="sm" onClick={() => setDirection(isUpcoming ? 'past' : 'upcoming')}>
      {isUpcoming ? t('Show past events') : t('Show upcoming events')}
    </Button>
  );
  if (pages.isPending) return <DaysSkeleton />;
  if (pages.isError && events.length === 0) return <CalendarFailure onRetry={() => void pages.refetch()} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      {!isUpcoming && (
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-lg">{t('Past events')}</h2>
          {other}
        </div>
      )}
      {events.length === 0 && (
        <EmptyState
          icon={<CalendarDays size={26} aria-hidden="true" />}
          title={isUpcoming ? t('No upcoming events') : t('No past events')}
        >
          {isUpcoming && space.permissions.canEditSpace
            ? t('Create the first event and everyone will see it here.')
            : isUpcoming && t('New events will show up here.')}
        </EmptyState>
      )}
      {toDays(events, today, direction).map(([day, ofDay]) => (
        <DayList key={day} day={day} today={today} events={ofDay} now={now} />
      ))}
      {pages.hasNextPage && (
        <div ref={more} className="flex justify-center">
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
      {isUpcoming && !pages.hasNextPage && <div className="flex justify-center">{other}</div>}
    </div>
  );
}
