import { useQueryClient } from '@tanstack/react-query';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { useOpening } from '#web/features/access/index.ts';
import { refetchCalendar } from './calendar.live.ts';

/** Refetches the calendar when the first of these events that are locked opens by itself. */
export function useEventOpenings(spaceId: string, events: readonly CalendarEvent[]): void {
  const client = useQueryClient();
  const times = events.flatMap(({ lock }) => lock?.unmet.flatMap(({ opens_at }) => opens_at ?? []) ?? []);
  useOpening(times.toSorted()[0] ?? null, () => {
    refetchCalendar({ client }, spaceId);
    void client.invalidateQueries({ queryKey: ['get_event'] });
  });
}
