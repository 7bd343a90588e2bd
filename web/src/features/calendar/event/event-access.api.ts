import { type SupposedMember, supposedMember } from '#web/features/access/index.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';

/** The members with whether they can open an event, 50 a page. Levels, time and completions change it without an event. */
export const eventAccessPages = (eventId: string) => ({
  ...apiPages('list_event_access', { event_id: eventId }, (output) => output),
  staleTime: 0,
});

/** The lock that an event has for a supposed member. */
export const eventPreviewQuery = (eventId: string, member: SupposedMember) => ({
  ...apiQuery('preview_event_access', { event_id: eventId, ...supposedMember.toPreviewInput(member) }),
  staleTime: 0,
});
