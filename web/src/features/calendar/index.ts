export { agendaPages, eventQuery } from './calendar.api.ts';
export { CalendarScreen } from './calendar-screen.tsx';
export { toCalendarSearch } from './calendar-search.ts';
export { UpcomingCard } from './upcoming-card.tsx';
