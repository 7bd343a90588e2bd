import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup } from '#web/lib/loading/lazy-overlay.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/progress.tsx';
import { ScrollBox } from '#web/ui/scroll-box.tsx';
import { CalendarFailure } from '../calendar-states.tsx';
import { EventLink } from '../event/event-link.tsx';
import { toTone } from '../event/event-state.ts';
import { toClock, toDayName, toDayNumber, toHourName, toWeekday } from '../event/event-times.ts';
import { useRoomy } from '../use-clock.ts';
import { useEventsBetween } from '../use-events.ts';
import { type Day, minutesOfDay, toLocalDay, weekOf } from './calendar-days.ts';
import { onDay } from './day-list.tsx';
import { dayPopup } from './day-popup.ts';
import { EventChip, EventName, eventToneClasses } from './event-chip.tsx';
import { RsvpLegend } from './rsvp-legend.tsx';
import {
  type Block,
  type Fold,
  findFirstMinute,
  firstHour,
  foldBlocks,
  isBanner,
  type Segment,
  toBlocks,
  toSegments,
} from './week-lanes.ts';

const hourRem = 3;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const columnsClass = 'grid grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]';
/** Minutes above the first hour, so that its label isn't cut off. */
const leadMinutes = 20;

/** A week as columns of hours; all-day events are at the top. */
export function WeekView({ space, date, today, now }: { space: Space; date: Day; today: Day; now: number }) {
  const days = weekOf(date);
  const { events, isPending, isError, refetch } = useEventsBetween(
    space.id,
    days[0] ?? date,
    days[6] ?? date,
  );
  const inside = useRef<HTMLDivElement>(null);
  // Not the current time: the page would scroll by itself whenever an event ends.
  const [openedAt] = useState(now);
  const from = findFirstMinute(events, days, openedAt);
  useLayoutEffect(() => {
    const box = inside.current?.parentElement;
    if (box) box.scrollTop = (box.scrollHeight / 1440) * Math.max(0, from - leadMinutes);
  }, [from]);
  if (isError && events.length === 0) return <CalendarFailure onRetry={() => void refetch()} />;
  const banners = toSegments(events.filter(isBanner), days);
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line bg-surface" aria-busy={isPending}>
        <DayHeadings days={days} today={today} />
        {banners.length > 0 && <Banners banners={banners} days={days} now={now} />}
        {/* Down to the lower edge of the window, with the legend. */}
        <ScrollBox className="max-h-[max(24rem,calc(100dvh-18rem))] overflow-y-auto" aria-label={t('Hours')}>
          <div ref={inside} className={cx(columnsClass, 'relative')} style={{ height: `${24 * hourRem}rem` }}>
            <HourLabels />
            {days.map((day, column) => (
              <DayColumn
                key={day}
                isPending={isPending && column % 2 === 0}
                day={day}
                now={now}
                events={onDay(events, day).filter((event) => !isBanner(event))}
              />
            ))}
          </div>
        </ScrollBox>
      </div>
      {space.membership && <RsvpLegend />}
    </>
  );
}

function DayHeadings({ days, today }: { days: Day[]; today: Day }) {
  return (
    <div className={cx(columnsClass, 'border-b border-line [scrollbar-gutter:stable]')}>
      <span />
      {days.map((day) => (
        <div key={day} className="flex items-center gap-1.5 px-2 py-2 text-xs text-soft">
          {toWeekday(day)}
          <span
            className={cx(
              'flex size-6 items-center justify-center rounded-full tabular-nums',
              day === today && 'bg-accent font-semibold text-on-accent',
            )}
          >
            {toDayNumber(day)}
          </span>
        </div>
      ))}
    </div>
  );
}

interface BannersProps {
  banners: Segment<CalendarEvent>[];
  days: Day[];
  now: number;
}

/** Events that last a day or longer, as bars above the hours. */
function Banners({ banners, days, now }: BannersProps) {
  return (
    <div className={cx(columnsClass, 'gap-y-1 border-b border-line py-1')}>
      <span className="px-2 text-right text-xs text-faint" style={{ gridRow: 1, gridColumn: 1 }}>
        {t('all day')}
      </span>
      {banners.map(({ event, column, columns, lane, fromBefore, goesOn }) => (
        <div
          key={event.id}
          className={cx('min-w-0', !fromBefore && 'pl-1', !goesOn && 'pr-1')}
          style={{ gridColumn: `${column + 2} / span ${columns}`, gridRow: lane + 1 }}
        >
          <EventChip
            event={event}
            now={now}
            day={days[column] ?? ''}
            fromBefore={fromBefore}
            goesOn={goesOn}
          />
        </div>
      ))}
    </div>
  );
}

function HourLabels() {
  return (
    <div aria-hidden="true" className="relative">
      {hours.slice(1).map((hour) => (
        <span
          key={hour}
          className="absolute right-2 -translate-y-1/2 text-xs text-faint tabular-nums"
          style={{ top: `${hour * hourRem}rem` }}
        >
          {toHourName(hour)}
        </span>
      ))}
    </div>
  );
}

function DayColumn({
  day,
  events,
  now,
  isPending,
}: {
  day: Day;
  events: CalendarEvent[];
  now: number;
  isPending: boolean;
}) {
  // The maximum number of events side by side; more are folded.
  const most = useRoomy() ? 3 : 2;
  const { blocks, folds } = foldBlocks(
    toBlocks(events, (event) => ({
      from: toLocalDay(event.starts_at) === day ? minutesOfDay(event.starts_at) : 0,
      to: toLocalDay(event.ends_at) === day ? minutesOfDay(event.ends_at) : 1440,
    })),
    most,
  );
  return (
    <section
      aria-label={toDayName(day)}
      className="relative border-l border-line"
      style={{
        backgroundImage: `repeating-linear-gradient(to bottom, transparent 0, transparent calc(${hourRem}rem - 1px), var(--line) calc(${hourRem}rem - 1px), var(--line) ${hourRem}rem)`,
      }}
    >
      {isPending && (
        <span className="absolute inset-x-0 p-px" style={{ top: `${(firstHour + 2) * hourRem}rem` }}>
          <Skeleton shape="block" width="100%" height={`${1.5 * hourRem}rem`} />
        </span>
      )}
      {blocks.map((block) => (
        <HourBlock key={block.event.id} block={block} day={day} now={now} />
      ))}
      {folds.map((fold) => (
        <FoldBlock key={fold.from} fold={fold} most={most} day={day} now={now} />
      ))}
      {toLocalDay(now) === day && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 h-0.5 bg-danger"
          style={{ top: `${(minutesOfDay(new Date(now).toISOString()) / 60) * hourRem}rem` }}
        />
      )}
    </section>
  );
}

/** Number of text lines that fit into a duration: one line is 20 minutes high. */
const linesIn = (minutes: number) => Math.max(1, Math.floor(((minutes / 60) * hourRem - 0.375) / 0.9375));

function HourBlock({ block, day, now }: { block: Block<CalendarEvent>; day: Day; now: number }) {
  const { event, from, to, slot, span, slots } = block;
  const lines = linesIn(to - from);
  return (
    <div
      className="absolute p-px focus-within:z-10 hover:z-10"
      style={{
        top: `${(from / 60) * hourRem}rem`,
        height: `${((to - from) / 60) * hourRem}rem`,
        left: `${(slot / slots) * 100}%`,
        width: `${(span / slots) * 100}%`,
      }}
    >
      <EventLink
        id={event.id}
        className={cx(
          'flex h-full flex-col overflow-clip rounded-sm px-1.5 py-0.5 text-xs leading-tight no-underline ring-1 ring-surface',
          eventToneClasses[toTone(event, now)],
        )}
      >
        {/* Stays visible when the hours scroll past the start. */}
        <span className="sticky top-1 flex flex-col">
          <span
            className={cx(
              'line-clamp-(--lines) font-medium wrap-anywhere',
              event.status === 'cancelled' && 'line-through',
            )}
            style={{ '--lines': Math.max(1, lines - 1) } as CSSProperties}
          >
            {event.title}
          </span>
          {lines > 1 && (
            // A time that doesn't fit wraps to a second line, which is hidden.
            <span
              aria-hidden="true"
              className="flex h-[1lh] flex-wrap overflow-hidden whitespace-nowrap tabular-nums before:-mr-px before:h-[1lh] before:w-px"
            >
              {toLocalDay(event.starts_at) === day
                ? toClock(event.starts_at)
                : t('until {time}', { time: toClock(event.ends_at) })}
            </span>
          )}
        </span>
        <EventName event={event} now={now} />
      </EventLink>
    </div>
  );
}

/** Shows how many more events there are where too many overlap for readable names. */
function FoldBlock({
  fold,
  most,
  day,
  now,
}: {
  fold: Fold<CalendarEvent>;
  most: number;
  day: Day;
  now: number;
}) {
  const { from, to, events } = fold;
  return (
    <div
      className="absolute right-0 p-px"
      style={{
        top: `${(from / 60) * hourRem}rem`,
        height: `${((to - from) / 60) * hourRem}rem`,
        width: `${100 / most}%`,
      }}
    >
      <LazyPopup
        popup={dayPopup}
        popupProps={{ day, events, now }}
        button={
          <button
            type="button"
            className="flex h-full w-full flex-col rounded-sm bg-sunken px-1.5 py-0.5 text-left text-xs leading-tight font-medium text-soft hover:bg-hover"
          >
            {tRich('+{count}<hidden> more on {day}</hidden>', {
              count: events.length,
              day: toDayName(day),
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </button>
        }
      />
    </div>
  );
}
