import { Link } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { useCalendarContext } from '../calendar-context.ts';
import { CalendarFailure, DaysSkeleton } from '../calendar-states.tsx';
import { toDayName, toDayNumber, toWeekday } from '../event/event-times.ts';
import { useEventsBetween } from '../use-events.ts';
import { type Day, weeksOfMonth } from './calendar-days.ts';
import { DayList, onDay } from './day-list.tsx';

/** A month on small screens: days with dots, and the selected day's events below. */
export function SmallMonth({
  space,
  date,
  today,
  now,
}: {
  space: Space;
  date: Day;
  today: Day;
  now: number;
}) {
  const weeks = weeksOfMonth(date);
  const { events, isPending, isError, refetch } = useEventsBetween(
    space.id,
    weeks[0]?.[0] ?? date,
    weeks.at(-1)?.[6] ?? date,
  );
  if (isError && events.length === 0) return <CalendarFailure onRetry={() => void refetch()} />;
  const chosen = onDay(events, date);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card className="p-2" aria-busy={isPending}>
        <div aria-hidden="true" className="grid grid-cols-7 text-center text-xs text-faint">
          {weeks[0]?.map((day) => (
            <span key={day} className="py-1">
              {toWeekday(day)}
            </span>
          ))}
        </div>
        <div className="grid grid-cols-7">
          {weeks.flat().map((day) => (
            <DayLink key={day} day={day} selected={date} today={today} count={onDay(events, day).length} />
          ))}
        </div>
      </Card>
      {isPending ? (
        <DaysSkeleton />
      ) : chosen.length > 0 ? (
        <DayList day={date} today={today} events={chosen} now={now} />
      ) : (
        <p className="text-center text-soft">{t('Nothing on {day}.', { day: toDayName(date) })}</p>
      )}
    </div>
  );
}

interface DayLinkProps {
  day: Day;
  selected: Day;
  today: Day;
  /** Number of events on the day; up to three are shown as dots. */
  count: number;
}

/** A day of the month; selects it. */
function DayLink({ day, selected, today, count }: DayLinkProps) {
  const { subdomain, search } = useCalendarContext();
  return (
    <Link
      to="/$subdomain/space/calendar"
      params={{ subdomain }}
      search={{ ...search, date: day }}
      replace
      resetScroll={false}
      activeProps={{}}
      aria-current={day === selected ? 'date' : undefined}
      aria-label={t('{count, plural, =0 {{day}} one {{day}, # event} other {{day}, # events}}', {
        count,
        day: toDayName(day),
      })}
      className="flex min-h-12 flex-col items-center justify-center gap-0.5 rounded-md text-sm no-underline hover:bg-hover"
    >
      <span
        className={cx(
          'flex size-8 items-center justify-center rounded-full tabular-nums',
          day === selected
            ? 'bg-accent font-semibold text-on-accent'
            : day === today
              ? 'font-semibold text-accent-text'
              : day.startsWith(selected.slice(0, 7))
                ? 'text-ink'
                : 'text-faint',
        )}
      >
        {toDayNumber(day)}
      </span>
      <span aria-hidden="true" className="flex h-1 gap-0.5">
        {Array.from({ length: Math.min(3, count) }, (_, dot) => dot).map((dot) => (
          <span key={dot} className="size-1 rounded-full bg-accent" />
        ))}
      </span>
    </Link>
  );
}
