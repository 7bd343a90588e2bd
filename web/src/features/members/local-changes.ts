import type { MemberRole } from '#contract/features/members/members.ts';

/** How long a live event counts as the echo of a change made on this page, in milliseconds. */
const echoWindow = 10_000;
const actions = new Map<string, { at: number; role: MemberRole | null }>();

/**
 * Records that this page is about to change the viewer's role in a space (null for none) and shows the result itself.
 */
export function markLocalChange(spaceId: string, role: MemberRole | null, now = Date.now()): void {
  actions.set(spaceId, { at: now, role });
}

/**
 * Whether a change of the viewer's role is the echo of a change made on this page rather than one made by someone
 * else.
 */
export function isLocalChange(spaceId: string, role: MemberRole | null, now = Date.now()): boolean {
  const action = actions.get(spaceId);
  return action !== undefined && action.role === role && now - action.at < echoWindow;
}
