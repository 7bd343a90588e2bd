import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { toDayName } from '../event/event-times.ts';
import { type Day, sortEventsOfDay } from './calendar-days.ts';
import { onDay } from './day-list.tsx';
import { EventChip } from './event-chip.tsx';

export interface DayPopoverProps {
  day: Day;
  events: readonly CalendarEvent[];
  now: number;
}

/** All events of a day that has more than the month view shows. */
export function DayPopover({ day, events, now, ...popup }: PopupProps & DayPopoverProps) {
  return (
    <Popover title={toDayName(day)} {...popup}>
      <div className="grid min-w-64 grid-cols-1 gap-1">
        {sortEventsOfDay(day, onDay(events, day)).map((event) => (
          <EventChip key={event.id} event={event} now={now} day={day} />
        ))}
      </div>
    </Popover>
  );
}
