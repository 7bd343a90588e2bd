import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';
import { toDayName, toFullDay } from '../event/event-times.ts';
import { type Day, daysOf, sortEventsOfDay } from './calendar-days.ts';
import { EventRow } from './event-row.tsx';

/** A day and its events. */
export function DayList({
  day,
  today,
  events,
  now,
}: {
  day: Day;
  today: Day;
  events: readonly CalendarEvent[];
  now: number;
}) {
  const name = day.slice(0, 4) === today.slice(0, 4) ? toDayName(day) : toFullDay(day);
  return (
    <section aria-label={name}>
      <h2 className="mb-2 flex items-baseline gap-2 text-sm font-semibold text-soft">
        {name}
        {day === today && <span className="text-accent-text">{t('Today')}</span>}
      </h2>
      <Card flush className="p-1">
        <ul>
          {sortEventsOfDay(day, events).map((event) => (
            <EventRow key={event.id} event={event} day={day} now={now} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

/** The events that overlap a day. */
export const onDay = (events: readonly CalendarEvent[], day: Day): CalendarEvent[] =>
  events.filter((event) => {
    const { first, last } = daysOf(event);
    return first <= day && last >= day;
  });
