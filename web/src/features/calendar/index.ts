export { CalendarScreen } from './calendar-screen.tsx';
export { toCalendarSearch } from './calendar-search.ts';
