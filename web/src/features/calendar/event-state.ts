import type { CalendarEvent } from '#contract/calendar.ts';

/** How an event shows itself: cancelled and past ones step back, those one goes to stand out. */
export type EventTone = 'cancelled' | 'past' | 'going' | 'plain';

export function toTone(event: CalendarEvent, now: number): EventTone {
  if (event.status === 'cancelled') return 'cancelled';
  if (Date.parse(event.ends_at) <= now) return 'past';
  return event.own_rsvp === 'going' ? 'going' : 'plain';
}

export const isFull = (event: CalendarEvent): boolean =>
  event.capacity !== null && event.going_count >= event.capacity;

/** `12 going`, `8 of 8 going · 3 waiting` */
export function toTurnout({ going_count, waiting_count, capacity }: CalendarEvent): string {
  const going = capacity === null ? `${going_count} going` : `${going_count} of ${capacity} going`;
  return waiting_count > 0 ? `${going} · ${waiting_count} waiting` : going;
}

/** What the viewer has answered, in words; null when nothing. */
export function toOwnAnswer({ own_rsvp }: CalendarEvent): string | null {
  switch (own_rsvp) {
    case 'going':
      return 'You are going';
    case 'waiting':
      return 'You are on the waiting list';
    case 'maybe':
      return 'You may come';
    case 'no':
      return 'You are not coming';
    case null:
      return null;
  }
}
