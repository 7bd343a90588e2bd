import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { agendaPages, type Direction } from '../calendar.api.ts';
import { calendarFailure, DaysSkeleton } from '../calendar-states.tsx';
import { useEventOpenings } from '../use-event-openings.ts';
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
export function AgendaView({
  space,
  today,
  now,
  onCreate,
}: {
  space: Space;
  today: Day;
  now: number;
  /** Defined only for people who can create events. */
  onCreate: (() => void) | undefined;
}) {
  const [direction, setDirection] = useState<Direction>('upcoming');
  const pages = useInfiniteQuery(agendaPages(space.id, direction));
  const events = useEventEntities(toEventIds(pages.data));
  useEventOpenings(space.id, events);
  const isUpcoming = direction === 'upcoming';
  const other = (
    <Button size="sm" onClick={() => setDirection(isUpcoming ? 'past' : 'upcoming')}>
      {isUpcoming ? t('Show past events') : t('Show upcoming events')}
    </Button>
  );
  // A calendar without upcoming events may have no past ones either: then there is nothing to offer.
  const isEmpty = isUpcoming && pages.isSuccess && events.length === 0;
  const past = useInfiniteQuery({ ...agendaPages(space.id, 'past'), enabled: isEmpty });
  const hasOther = !isEmpty || toEventIds(past.data).length > 0;
  const isLoaded = !pages.isPending && !(pages.isError && events.length === 0);
  return (
    <div className="grid grid-cols-1 gap-6">
      {!isUpcoming && isLoaded && (
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-lg">{t('Past events')}</h2>
          {other}
        </div>
      )}
      <PagedList
        pages={pages}
        count={events.length}
        skeleton={<DaysSkeleton />}
        empty={<NoEvents isUpcoming={isUpcoming} onCreate={onCreate} />}
        failure={calendarFailure()}
      >
        {toDays(events, today, direction).map(([day, ofDay]) => (
          <DayList key={day} day={day} today={today} events={ofDay} now={now} />
        ))}
      </PagedList>
      {isUpcoming && isLoaded && hasOther && !pages.hasNextPage && (
        <div className="flex justify-center">{other}</div>
      )}
    </div>
  );
}

function NoEvents({ isUpcoming, onCreate }: { isUpcoming: boolean; onCreate: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<CalendarDays size={26} aria-hidden="true" />}
      title={isUpcoming ? t('No upcoming events') : t('No past events')}
      action={isUpcoming && onCreate && <Button onClick={onCreate}>{t('New event')}</Button>}
    >
      {isUpcoming && onCreate
        ? t('Create the first event and everyone will see it here.')
        : isUpcoming && t('New events will show up here.')}
    </EmptyState>
  );
}
