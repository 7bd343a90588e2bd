import { Plus } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup } from '#web/lib/loading/lazy-overlay.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/progress.tsx';
import { CalendarFailure } from '../calendar-states.tsx';
import { toDayName, toDayNumber, toWeekday } from '../event/event-times.ts';
import { useWindowHeight } from '../use-clock.ts';
import { useEventsBetween } from '../use-events.ts';
import { type Day, weeksOfMonth } from './calendar-days.ts';
import { dayPopup } from './day-popup.ts';
import { EventChip } from './event-chip.tsx';
import { RsvpLegend } from './rsvp-legend.tsx';
import { type Segment, toSegments } from './week-lanes.ts';

/** Heights in rem: of everything around the weeks, the least of a week, of a day's number and of a line of events. */
const heights = { around: 18.125, leastWeek: 6, dayNumber: 2.25, line: 1.75 };

/**
 * Divides the height of the window, in rem, among the weeks of a month. Returns the height of a week in rem, and the lines of
 * events in it.
 */
export function fitWeeks(windowHeight: number, weeks: number): { weekHeight: number; lines: number } {
  const weekHeight = Math.max(
    heights.leastWeek,
    Math.floor(((windowHeight - heights.around) * 16) / weeks) / 16,
  );
  return { weekHeight, lines: Math.floor((weekHeight - heights.dayNumber) / heights.line) };
}

interface MonthViewProps {
  space: Space;
  date: Day;
  today: Day;
  now: number;
  /** Defined only for people who can create events. */
  onCreate: ((day: Day) => void) | undefined;
}

/** A month as rows of weeks, with bars for events that span several days. */
export function MonthView({ space, date, today, now, onCreate }: MonthViewProps) {
  const weeks = weeksOfMonth(date);
  const { weekHeight, lines } = fitWeeks(useWindowHeight(), weeks.length);
  const { events, isPending, isError, refetch } = useEventsBetween(
    space.id,
    weeks[0]?.[0] ?? date,
    weeks.at(-1)?.[6] ?? date,
  );
  if (isError && events.length === 0) return <CalendarFailure onRetry={() => void refetch()} />;
  return (
    <>
      <div
        className="overflow-hidden rounded-lg border border-line bg-surface"
        style={{ '--week': `${weekHeight}rem` } as CSSProperties}
        aria-busy={isPending}
      >
        <div
          aria-hidden="true"
          className="grid grid-cols-7 border-b border-line text-xs font-medium text-soft"
        >
          {weeks[0]?.map((day) => (
            <div key={day} className="px-2 py-2">
              {toWeekday(day)}
            </div>
          ))}
        </div>
        {weeks.map((days) => (
          <WeekRow
            key={days[0]}
            days={days}
            month={date.slice(0, 7)}
            events={events}
            isPending={isPending}
            today={today}
            now={now}
            onCreate={onCreate}
            lines={lines}
          />
        ))}
      </div>
      {space.membership && <RsvpLegend />}
    </>
  );
}

interface WeekRowProps extends Pick<MonthViewProps, 'today' | 'now' | 'onCreate'> {
  days: Day[];
  month: string;
  events: CalendarEvent[];
  isPending: boolean;
  /** Lines of events in a day. If there are more events, the last line counts them. */
  lines: number;
}

function WeekRow({ days, month, events, isPending, today, now, onCreate, lines }: WeekRowProps) {
  const segments = toSegments(events, days);
  const lanes = segments.some(({ lane }) => lane >= lines) ? lines - 1 : lines;
  return (
    <div className="relative grid min-h-(--week) grid-cols-7 border-b border-line last:border-b-0">
      {days.map((day) => (
        <DayCell
          key={day}
          day={day}
          isToday={day === today}
          isInMonth={day.startsWith(month)}
          onCreate={onCreate}
        />
      ))}
      <div className="pointer-events-none absolute inset-x-0 top-9 grid grid-cols-7 gap-y-1">
        {isPending &&
          [1, 3, 4].map((column) => (
            <span key={column} className="px-1" style={{ gridColumn: column + 1, gridRow: 1 }}>
              <Skeleton shape="block" width="100%" height="1.5rem" />
            </span>
          ))}
        {segments
          .filter(({ lane }) => lane < lanes)
          .map((segment) => (
            <EventBar key={segment.event.id} segment={segment} day={days[segment.column] ?? ''} now={now} />
          ))}
        {days.map((day, column) => {
          const hidden = segments.filter(
            (segment) =>
              segment.lane >= lanes && segment.column <= column && segment.column + segment.columns > column,
          ).length;
          return (
            hidden > 0 && (
              <div
                key={day}
                className="pointer-events-auto px-1"
                style={{ gridColumn: column + 1, gridRow: lanes + 1 }}
              >
                <MoreEvents count={hidden} day={day} events={events} now={now} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

interface DayCellProps extends Pick<MonthViewProps, 'onCreate'> {
  day: Day;
  isToday: boolean;
  isInMonth: boolean;
}

/** The number of a day, and a button that creates an event on it. */
function DayCell({ day, isToday, isInMonth, onCreate }: DayCellProps) {
  return (
    <section
      aria-label={toDayName(day)}
      className={cx('group/day relative border-r border-line nth-7:border-r-0', !isInMonth && 'bg-canvas')}
    >
      <div className="flex items-center justify-between px-1.5 pt-1.5">
        <span
          aria-hidden="true"
          className={cx(
            'flex size-6 items-center justify-center rounded-full text-xs tabular-nums',
            isToday ? 'bg-accent font-semibold text-on-accent' : 'text-soft',
            !isInMonth && !isToday && 'text-faint',
          )}
        >
          {toDayNumber(day)}
        </span>
        {onCreate && (
          <button
            type="button"
            onClick={() => onCreate(day)}
            className="flex size-6 items-center justify-center rounded-full text-soft opacity-0 group-hover/day:opacity-100 hover:bg-hover focus-visible:opacity-100"
            aria-label={t('New event on {day}', { day: toDayName(day) })}
          >
            <Plus size={14} aria-hidden="true" />
          </button>
        )}
      </div>
    </section>
  );
}

/** An event as a bar across its days of the week. */
function EventBar({ segment, day, now }: { segment: Segment<CalendarEvent>; day: Day; now: number }) {
  const { event, column, columns, lane, fromBefore, goesOn } = segment;
  return (
    <div
      className={cx('@container pointer-events-auto min-w-0', !fromBefore && 'pl-1', !goesOn && 'pr-1')}
      style={{ gridColumn: `${column + 1} / span ${columns}`, gridRow: lane + 1 }}
    >
      <EventChip event={event} now={now} day={day} fromBefore={fromBefore} goesOn={goesOn} />
    </div>
  );
}

interface MoreEventsProps {
  /** Number of events that don't fit. */
  count: number;
  day: Day;
  events: CalendarEvent[];
  now: number;
}

/** Opens all events of a day that has more than fit. */
function MoreEvents({ count, day, events, now }: MoreEventsProps) {
  return (
    <LazyPopup
      popup={dayPopup}
      popupProps={{ day, events, now }}
      button={
        <button
          type="button"
          className="h-6 w-full truncate rounded-sm px-1.5 text-left text-xs text-soft hover:bg-hover"
        >
          {tRich('+{count} more<hidden> on {day}</hidden>', {
            count,
            day: toDayName(day),
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </button>
      }
    />
  );
}
