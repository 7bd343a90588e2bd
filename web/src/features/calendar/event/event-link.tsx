import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCalendarContext } from '../calendar-context.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    openedHere?: boolean;
  }
}

/** Marks an address that was opened from the calendar, so that closing the event goes back there. */
export const openedHere = { openedHere: true };

/** Opens an event in a dialog over the calendar, with its own address. */
export function EventLink({
  id,
  className,
  children,
}: {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { subdomain, search } = useCalendarContext();
  return (
    <Link
      to="/$subdomain/space/calendar"
      params={{ subdomain }}
      search={{ ...search, event: id }}
      state={openedHere}
      resetScroll={false}
      activeProps={{}}
      className={className}
    >
      {children}
    </Link>
  );
}
