import type { ErrorCode } from '#contract/errors.ts';
import { eventLinkOpensMinutes } from '#contract/values/limits.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';

/** Whether someone can open an event whatever its rules say: the owner, admins, and its hosts while they are members. */
export const canAlwaysOpen = (
  viewer: Viewer | null,
  { role, permissions }: Pick<SpaceContext, 'role' | 'permissions'>,
  hostIds: readonly string[],
): boolean =>
  permissions.canEditSpace || (viewer !== null && role !== null && hostIds.includes(viewer.user_id));

/**
 * Returns why the viewer can't have an event's link at a moment (milliseconds since 1970), or null if they can.
 * Moderators and hosts always can, to prepare the call.
 */
export function denialReasonForLink(
  viewer: Viewer,
  scope: SpaceContext,
  event: {
    url: string | null;
    starts_at: string;
    ends_at: string;
    status: string;
    capacity: number | null;
    host_ids: string[];
    rsvp: string | null;
  },
  at: number,
): Extract<
  ErrorCode,
  'event_has_no_link' | 'event_cancelled' | 'event_link_not_open' | 'event_link_requires_rsvp'
> | null {
  if (event.url === null) return 'event_has_no_link';
  if (scope.permissions.canEditSpace || event.host_ids.includes(viewer.user_id)) return null;
  if (event.status === 'cancelled') return 'event_cancelled';
  const opens = Date.parse(event.starts_at) - eventLinkOpensMinutes * 60_000;
  if (at < opens || at >= Date.parse(event.ends_at)) return 'event_link_not_open';
  return event.capacity !== null && event.rsvp !== 'going' ? 'event_link_requires_rsvp' : null;
}
