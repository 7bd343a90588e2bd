import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCalendarContext } from './calendar-context.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    openedHere?: boolean;
  }
}

/** Marks an address that was reached from the calendar below, so that closing the event goes back there. */
export const openedHere = { openedHere: true };

/** Opens an event above the calendar; it has an address of its own. */
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
