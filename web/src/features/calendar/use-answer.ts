import type { CalendarEvent, Rsvp } from '#contract/calendar.ts';
import { call } from '#web/lib/api-client.ts';
import { patchEntity, writeEntities } from '#web/lib/entity-cache.ts';
import { useOptimisticWrite } from '#web/lib/use-optimistic-write.ts';
import { readCalendarAnew } from './calendar.live.ts';
import { isFull } from './event-state.ts';

export type Answer = 'going' | 'maybe' | 'no';
const counted = { going: 'going_count', maybe: 'maybe_count', waiting: 'waiting_count' } as const;

/** An event as it stands once the viewer has answered, as far as the browser can know; null takes the answer back. */
export function withAnswer(event: CalendarEvent, answer: Answer | null): Partial<CalendarEvent> {
  // Who is going or waits keeps their place when they say so again, as they do for a whole series.
  if (answer === 'going' && event.own_rsvp === 'waiting') return {};
  if (answer === event.own_rsvp) return {};
  const add = (counts: CalendarEvent, rsvp: Rsvp | null, by: 1 | -1): CalendarEvent =>
    rsvp === null || rsvp === 'no' ? counts : { ...counts, [counted[rsvp]]: counts[counted[rsvp]] + by };
  const without = add(event, event.own_rsvp, -1);
  const waits = answer === 'going' && (isFull(without) || without.waiting_count > 0);
  const own_rsvp = waits ? 'waiting' : answer;
  const { going_count, maybe_count, waiting_count } = add(without, own_rsvp, 1);
  return { own_rsvp, going_count, maybe_count, waiting_count };
}

/** Says Going, Maybe or No, or takes it back; shown at once, undone with a message when the server refuses. */
export function useAnswer(eventId: string) {
  return useOptimisticWrite<{ answer: Answer | null; all: boolean }, { event: CalendarEvent }>({
    write: ({ answer, all }) =>
      answer === null
        ? call('delete_rsvp', { event_id: eventId })
        : call('set_rsvp', { event_id: eventId, answer, scope: all ? 'all' : 'this' }),
    show: ({ answer }, client) => {
      const before = patchEntity(client, 'event', eventId, (event) => withAnswer(event, answer));
      return before && (() => patchEntity(client, 'event', eventId, undoOf(before)));
    },
    settle: ({ event }, { all }, client) => {
      writeEntities(client, { event: [event] });
      void client.invalidateQueries({ queryKey: ['list_attendees', { event_id: eventId }] });
      void client.invalidateQueries({ queryKey: ['get_event_link', { event_id: eventId }] });
      if (all) readCalendarAnew({ client }, event.space_id);
    },
    failed: 'Your answer was not saved',
  });
}

const undoOf = ({ own_rsvp, going_count, maybe_count, waiting_count }: CalendarEvent) => ({
  own_rsvp,
  going_count,
  maybe_count,
  waiting_count,
});
