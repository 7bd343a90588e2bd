import type { CalendarEvent, Rsvp } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { patchEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { eventEntity } from '../calendar.entity.ts';
import { refetchCalendar } from '../calendar.live.ts';
import { isFull } from './event-state.ts';

export type RsvpChoice = 'going' | 'maybe' | 'no';
const counted = { going: 'going_count', maybe: 'maybe_count', waiting: 'waitlist_count' } as const;

/** Predicts an event after the viewer's RSVP, as far as the browser can know; null removes the RSVP. */
export function withRsvp(event: CalendarEvent, rsvp: RsvpChoice | null): Partial<CalendarEvent> {
  // Someone who is going or waiting keeps their seat or position when they repeat it, as they do for a whole series.
  if (rsvp === 'going' && event.viewer_rsvp === 'waiting') return {};
  if (rsvp === event.viewer_rsvp) return {};
  const add = (counts: CalendarEvent, rsvp: Rsvp | null, by: 1 | -1): CalendarEvent =>
    rsvp === null || rsvp === 'no' ? counts : { ...counts, [counted[rsvp]]: counts[counted[rsvp]] + by };
  const without = add(event, event.viewer_rsvp, -1);
  const waits = rsvp === 'going' && (isFull(without) || without.waitlist_count > 0);
  const viewer_rsvp = waits ? 'waiting' : rsvp;
  const { going_count, maybe_count, waitlist_count } = add(without, viewer_rsvp, 1);
  return { viewer_rsvp, going_count, maybe_count, waitlist_count };
}

/** Sets or removes the viewer's RSVP. Optimistic; reverted with a message if the server rejects it. */
export function useRsvp(eventId: string) {
  return useOptimisticWrite<{ rsvp: RsvpChoice | null; all: boolean }, { event: CalendarEvent }>({
    write: ({ rsvp, all }) =>
      rsvp === null
        ? call('delete_rsvp', { event_id: eventId })
        : call('set_rsvp', { event_id: eventId, rsvp, scope: all ? 'all' : 'this' }),
    show: ({ rsvp }, client) => {
      const before = patchEntity(client, 'event', eventId, (event) => withRsvp(event, rsvp));
      return before && (() => patchEntity(client, 'event', eventId, undoOf(before)));
    },
    settle: ({ event }, { all }, client) => {
      writeEntities(client, eventEntity, [event]);
      void client.invalidateQueries({ queryKey: ['list_attendees', { event_id: eventId }] });
      void client.invalidateQueries({ queryKey: ['get_event_link', { event_id: eventId }] });
      if (all) refetchCalendar({ client }, event.space_id);
    },
    failed: t("Couldn't save your RSVP"),
  });
}

const undoOf = ({ viewer_rsvp, going_count, maybe_count, waitlist_count }: CalendarEvent) => ({
  viewer_rsvp,
  going_count,
  maybe_count,
  waitlist_count,
});
