import type { CalendarEvent, CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import { defineEntity } from '#web/lib/cache/entity-cache.ts';

declare module '#web/lib/cache/entity-cache.ts' {
  interface Entities {
    /** Complete once the event has been opened. */
    event: CalendarEvent & Partial<CalendarEventDetail>;
  }
}

export const eventEntity = defineEntity('event', { ofViewer: ['viewer_rsvp', 'lock', 'access'] });
