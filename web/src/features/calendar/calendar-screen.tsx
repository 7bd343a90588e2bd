import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { CalendarContextProvider, type Planning } from './calendar-context.ts';
import { type CalendarSearch, type CalendarView, toCalendarSearch } from './calendar-search.ts';
import { CalendarFailure, DaysSkeleton } from './calendar-states.tsx';
import { useNarrow, useNow, useToday } from './use-clock.ts';
import { useEventsBetween } from './use-events.ts';
import { AgendaView } from './views/agenda-view.tsx';
import { type Day, defaultEventDay, weekOf } from './views/calendar-days.ts';
import { CalendarToolbar } from './views/calendar-toolbar.tsx';
import { DayList, onDay } from './views/day-list.tsx';
import { MonthView } from './views/month-view.tsx';
import { SmallMonth } from './views/small-month.tsx';
import { WeekView } from './views/week-view.tsx';

const eventDialog = lazyComponent(async () => (await import('./event/event-dialog.tsx')).EventDialog);
const eventForm = lazyComponent(
  async () => (await import('./event-form/event-form-dialog.tsx')).EventFormDialog,
);

interface CalendarScreenProps {
  space: Space;
  /** The search parameters of the address. */
  search: Record<string, unknown>;
}

/** The events of a space as a month, a week or an agenda. */
export function CalendarScreen({ space, search: given }: CalendarScreenProps) {
  const search = toCalendarSearch(given);
  const today = useToday();
  const now = useNow();
  const narrow = useNarrow();
  const viewer = useViewer();
  const navigate = useNavigate();
  const router = useRouter();
  const [planning, setPlanning] = useState<Planning | null>(null);
  if (today === null) return <DaysSkeleton />;

  const view = search.view ?? (narrow ? 'agenda' : 'month');
  const date = search.date ?? today;
  const canCreate = space.permissions.canEditSpace;
  const onCreate = canCreate ? (day: Day) => setPlanning({ day }) : undefined;
  const createHere = onCreate && (() => onCreate(defaultEventDay(date, today, now)));
  const { event: openId, ...context } = search;
  const at = { space, date, today, now };
  const show = (search: CalendarSearch) =>
    void navigate({
      to: '/$subdomain/space/calendar',
      params: { subdomain: space.subdomain },
      search,
      replace: true,
      resetScroll: false,
    });
  const closeEvent = () => {
    if ('openedHere' in router.state.location.state) router.history.back();
    else show(context);
  };
  return (
    <CalendarContextProvider value={{ subdomain: space.subdomain, search: context }}>
      <CalendarToolbar
        view={view}
        date={date}
        isTodayShown={isShown(today, { view, date, narrow })}
        canSubscribe={viewer !== null && space.membership !== null}
        onCreate={createHere}
      />
      {view === 'agenda' ? (
        <AgendaView space={space} today={today} now={now} onCreate={createHere} />
      ) : view === 'week' ? (
        narrow ? (
          <SmallWeek {...at} />
        ) : (
          <WeekView {...at} />
        )
      ) : narrow ? (
        <SmallMonth {...at} />
      ) : (
        <MonthView {...at} onCreate={onCreate} />
      )}
      {openId && (
        <eventDialog.Component
          key={openId}
          space={space}
          eventId={openId}
          now={now}
          onClose={closeEvent}
          onEdit={(event) => setPlanning({ event })}
          onLoadFailure={closeEvent}
        />
      )}
      {planning && viewer && (
        <eventForm.Component
          space={space}
          viewerId={viewer.id}
          planning={planning}
          onReplaced={(event) => openId && show({ ...context, event })}
          onClose={() => setPlanning(null)}
          onLoadFailure={() => setPlanning(null)}
        />
      )}
    </CalendarContextProvider>
  );
}

/** Whether a view shows a day. On phones, a month shows the events of one day only. */
function isShown(day: Day, at: { view: CalendarView; date: Day; narrow: boolean }): boolean {
  if (at.view === 'agenda' || at.date === day) return true;
  if (at.view === 'week') return weekOf(at.date).includes(day);
  return !at.narrow && at.date.slice(0, 7) === day.slice(0, 7);
}

/** A week on small screens: the days that have events, in a list. */
function SmallWeek({ space, date, today, now }: { space: Space; date: Day; today: Day; now: number }) {
  const days = weekOf(date);
  const { events, isPending, isError, refetch } = useEventsBetween(
    space.id,
    days[0] ?? date,
    days[6] ?? date,
  );
  if (isPending) return <DaysSkeleton />;
  if (isError && events.length === 0) return <CalendarFailure onRetry={() => void refetch()} />;
  const full = days
    .map((day) => ({ day, ofDay: onDay(events, day) }))
    .filter(({ ofDay }) => ofDay.length > 0);
  if (full.length === 0) return <p className="py-12 text-center text-soft">{t('Nothing in this week.')}</p>;
  return (
    <div className="grid grid-cols-1 gap-6">
      {full.map(({ day, ofDay }) => (
        <DayList key={day} day={day} today={today} events={ofDay} now={now} />
      ))}
    </div>
  );
}
