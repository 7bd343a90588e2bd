import { type InfiniteData, skipToken, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { entityKey } from '#web/lib/cache/entity-cache.ts';
import { spanPages } from './calendar.api.ts';
import { useEventOpenings } from './use-event-openings.ts';
import { type Day, spanOf } from './views/calendar-days.ts';

/** The cached entities of these events, in the given order; deleted events are left out. */
export function useEventEntities(ids: readonly string[]): CalendarEvent[] {
  return useQueries({
    queries: ids.map((id) => ({ queryKey: entityKey('event', id), queryFn: skipToken })),
    combine: (results) =>
      results.flatMap(({ data }) => (data === undefined ? [] : [data as unknown as CalendarEvent])),
  });
}

type Pages = InfiniteData<{ event_ids: string[]; next_cursor: string | null }>;
export const toEventIds = (data: Pages | undefined): string[] =>
  data?.pages.flatMap(({ event_ids }) => event_ids) ?? [];

/** All events between two days, inclusive, in the viewer's time zone. */
export function useEventsBetween(spaceId: string, first: Day, last: Day) {
  const pages = useInfiniteQuery(spanPages(spaceId, spanOf(first, last)));
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const events = useEventEntities(toEventIds(pages.data));
  useEventOpenings(spaceId, events);
  return { events, isPending: pages.isPending, isError: pages.isError, refetch: pages.refetch };
}
