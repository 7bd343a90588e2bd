import { Repeat } from 'lucide-react';
import type { CalendarEvent } from '#contract/calendar.ts';
import { cx } from '#web/ui/cx.ts';
import { type Day, daysOf } from './calendar-days.ts';
import { EventLink } from './event-link.tsx';
import { type EventTone, toTone, toViewerRsvp } from './event-state.ts';
import { toClock, toWhen } from './event-times.ts';

/** Classes for each tone, for a line in the month view and a block in the week view. */
export const eventTones: Record<EventTone, string> = {
  going: 'bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'bg-accent-soft text-ink hover:shadow-lift',
  past: 'bg-sunken text-soft',
  cancelled: 'bg-sunken text-soft',
};

/** What a screen reader announces for an event. */
export function EventName({ event, now }: { event: CalendarEvent; now: number }) {
  const viewerRsvp = toViewerRsvp(event, now);
  return (
    <span className="sr-only">
      {toWhen(event)}
      {event.status === 'cancelled' && ', cancelled'}
      {viewerRsvp && `, ${viewerRsvp.toLowerCase()}`}
    </span>
  );
}

/** An event as a line in the month view, or a bar across several days. */
export function EventChip({
  event,
  now,
  day,
  fromBefore = false,
  goesOn = false,
}: {
  event: CalendarEvent;
  now: number;
  day: Day;
  fromBefore?: boolean;
  goesOn?: boolean;
}) {
  const clock = !event.all_day && daysOf(event).first === day;
  return (
    <EventLink
      id={event.id}
      className={cx(
        'flex h-6 min-w-0 items-center gap-1.5 rounded-sm px-1.5 text-xs no-underline',
        fromBefore && 'rounded-l-none',
        goesOn && 'rounded-r-none',
        eventTones[toTone(event, now)],
      )}
    >
      {clock && (
        <span aria-hidden="true" className="flex-none tabular-nums">
          {toClock(event.starts_at)}
        </span>
      )}
      <span className={cx('truncate font-medium', event.status === 'cancelled' && 'line-through')}>
        {event.title}
      </span>
      {event.series_id && (
        <Repeat size={11} aria-hidden="true" className="ml-auto flex-none opacity-60 max-xl:hidden" />
      )}
      <EventName event={event} now={now} />
    </EventLink>
  );
}
