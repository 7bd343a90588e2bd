import { Lock, Repeat } from 'lucide-react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { formatList } from '#contract/i18n/names.ts';
import { t } from '#contract/i18n/translate.ts';
import { cx } from '#web/ui/cx.ts';
import { EventLink } from '../event/event-link.tsx';
import { type EventTone, toTone, toViewerRsvp } from '../event/event-state.ts';
import { toClock, toWhen } from '../event/event-times.ts';
import { type Day, daysOf } from './calendar-days.ts';

const faintClasses = 'bg-sunken text-soft';
/** Classes for each tone, for a line in the month view, a block in the week view and the legend. */
export const eventToneClasses: Record<EventTone, string> = {
  going: 'bg-accent text-on-accent hover:bg-accent-hover',
  maybe: 'bg-accent-soft text-ink inset-ring inset-ring-accent-line hover:shadow-lift',
  open: 'bg-surface text-ink inset-ring inset-ring-field hover:shadow-lift',
  declined: faintClasses,
  past: faintClasses,
  cancelled: faintClasses,
};

/** What a screen reader announces for an event. */
export function EventName({ event, now }: { event: CalendarEvent; now: number }) {
  const facts = [
    toWhen(event),
    event.status === 'cancelled' && t('Canceled'),
    event.lock && t('Locked'),
    toViewerRsvp(event, now),
  ];
  return (
    <span className="sr-only">
      {formatList(
        facts.filter((fact) => typeof fact === 'string'),
        { type: 'unit' },
      )}
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
        eventToneClasses[toTone(event, now)],
      )}
    >
      {clock && (
        <span aria-hidden="true" className="flex-none tabular-nums @max-[8.5rem]:hidden max-lg:hidden">
          {toClock(event.starts_at)}
        </span>
      )}
      {/* The icon is shown only beside a whole title: otherwise it wraps to a second line, which is hidden. */}
      <span className="flex h-4 min-w-0 flex-1 flex-wrap gap-x-1.5 overflow-hidden">
        <span
          className={cx('max-w-full truncate font-medium', event.status === 'cancelled' && 'line-through')}
        >
          {event.title}
        </span>
        {event.lock ? (
          <Lock size={11} aria-hidden="true" className="ml-auto h-4 opacity-60" />
        ) : (
          event.series_id && <Repeat size={11} aria-hidden="true" className="ml-auto h-4 opacity-60" />
        )}
      </span>
      <EventName event={event} now={now} />
    </EventLink>
  );
}
