import { Link } from '@tanstack/react-router';
import { CalendarSync, ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useCalendarContext } from '../calendar-context.ts';
import { type CalendarSearch, type CalendarView, calendarViews } from '../calendar-search.ts';
import { toMonthName, toWeekName } from '../event/event-times.ts';
import { addDays, addMonths, type Day, weekOf } from './calendar-days.ts';

const feedDialog = lazyOverlay(async () => (await import('../calendar-feed-dialog.tsx')).CalendarFeedDialog);
const viewNames: Record<CalendarView, Message> = {
  month: msg('Month'),
  week: msg('Week'),
  agenda: msg('Agenda'),
};

interface CalendarToolbarProps {
  view: CalendarView;
  date: Day;
  /** Whether the view shows today already. */
  isTodayShown: boolean;
  /** True for members: they can get a calendar subscription. */
  canSubscribe: boolean;
  onCreate: (() => void) | undefined;
}

/** Navigation through time and the choice of view. Every state has its own address. */
export function CalendarToolbar({ view, date, isTodayShown, canSubscribe, onCreate }: CalendarToolbarProps) {
  const { subdomain, search } = useCalendarContext();
  const to = (changes: CalendarSearch) => ({
    to: '/$subdomain/space/calendar' as const,
    params: { subdomain },
    search: { ...search, ...changes },
    replace: true,
    resetScroll: false,
    activeProps: {},
  });
  const week = weekOf(date);
  const step = (by: 1 | -1): Day => (view === 'week' ? addDays(date, 7 * by) : addMonths(date, by));
  const title =
    view === 'agenda'
      ? t('Calendar')
      : view === 'week'
        ? toWeekName(week[0] ?? date, week[6] ?? date)
        : toMonthName(date);
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-1 gap-y-3 min-[22.5rem]:gap-x-2 sm:gap-x-3">
      <div className="mr-auto flex w-full min-w-0 flex-wrap items-center gap-0 sm:gap-1 md:w-auto">
        <h1 className="mr-1 text-lg whitespace-nowrap sm:mr-2 sm:text-xl" aria-live="polite">
          {title}
        </h1>
        {view !== 'agenda' && (
          <>
            <IconButton
              label={view === 'week' ? t('Previous week') : t('Previous month')}
              render={<Link {...to({ date: step(-1) })} />}
            >
              <ChevronLeft size={20} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={view === 'week' ? t('Next week') : t('Next month')}
              render={<Link {...to({ date: step(1) })} />}
            >
              <ChevronRight size={20} aria-hidden="true" />
            </IconButton>
            {isTodayShown ? (
              <Button disabled>{t('Today')}</Button>
            ) : (
              <Button render={<Link {...to({ date: undefined })} />}>{t('Today')}</Button>
            )}
          </>
        )}
      </div>
      <nav aria-label={t('View')} className="orders mr-auto md:mr-0">
        {calendarViews.map((name) => (
          <Link key={name} {...to({ view: name })} aria-current={name === view ? 'true' : undefined}>
            {t(viewNames[name])}
          </Link>
        ))}
      </nav>
      {canSubscribe && (
        <LazyPopup
          popup={feedDialog}
          popupProps={{}}
          button={
            <IconButton label={t('Subscribe to your calendar')}>
              <CalendarSync size={20} aria-hidden="true" />
            </IconButton>
          }
        />
      )}
      {onCreate && (
        <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={onCreate}>
          <span className="max-sm:sr-only">{t('New event')}</span>
        </Button>
      )}
    </div>
  );
}
