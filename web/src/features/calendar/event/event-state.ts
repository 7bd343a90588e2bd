import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';

/**
 * How an event is shown: filled if the viewer is going, lighter for maybe and the waitlist, an outline without an RSVP, and faint
 * if it is past, canceled or declined.
 */
export type EventTone = 'cancelled' | 'past' | 'declined' | 'going' | 'maybe' | 'open';

const rsvpTones = { going: 'going', waiting: 'maybe', maybe: 'maybe', no: 'declined' } as const;

export const isOver = ({ ends_at }: Pick<CalendarEvent, 'ends_at'>, now: number): boolean =>
  Date.parse(ends_at) <= now;

export function toTone(event: CalendarEvent, now: number): EventTone {
  if (event.status === 'cancelled') return 'cancelled';
  if (isOver(event, now)) return 'past';
  return event.viewer_rsvp === null ? 'open' : rsvpTones[event.viewer_rsvp];
}

export const isFull = (event: CalendarEvent): boolean =>
  event.capacity !== null && event.going_count >= event.capacity;

const inPast = (event: CalendarEvent, now: number) => event.status === 'cancelled' || isOver(event, now);

/** `12 going` or `8 of 8 going · 3 waiting`; `12 were going` for a past or canceled event. */
export function toTurnout(event: CalendarEvent, now: number): string {
  const { going_count, waitlist_count, capacity } = event;
  const count = going_count;
  if (inPast(event, now)) {
    return capacity === null
      ? t('{count, plural, one {# was going} other {# were going}}', { count })
      : t('{count, number} of {capacity, number} were going', { count, capacity });
  }
  const going =
    capacity === null
      ? t('{count, plural, other {# going}}', { count })
      : t('{count, number} of {capacity, number} going', { count, capacity });
  return waitlist_count > 0
    ? t('{going} · {count, plural, other {# waiting}}', { going, count: waitlist_count })
    : going;
}

/** The viewer's RSVP as text; null if there is none. */
export function toViewerRsvp(event: CalendarEvent, now: number): string | null {
  const past = inPast(event, now);
  switch (event.viewer_rsvp) {
    case 'going':
      return past ? t('You were going') : t("You're going");
    case 'waiting':
      return past ? t('You were on the waitlist') : t("You're on the waitlist");
    case 'maybe':
      return past ? t('You said maybe') : t('You might be going');
    case 'no':
      return past ? t("You weren't going") : t("You're not going");
    case null:
      return null;
  }
}
