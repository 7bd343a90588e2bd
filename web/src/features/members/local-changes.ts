import type { MemberRole } from '#contract/members.ts';

/** How long after an act of one's own its echo on the live channel says nothing new, in milliseconds. */
const echoWithin = 10_000;
const actions = new Map<string, { at: number; role: MemberRole | null }>();

/** This page is about to give the viewer this place in a space (null for none): it says itself how that went. */
export function markLocalChange(spaceId: string, role: MemberRole | null, now = Date.now()): void {
  actions.set(spaceId, { at: now, role });
}

/** Whether a change of the viewer's place in a space is the echo of what this page did, and not what others did since. */
export function isLocalChange(spaceId: string, role: MemberRole | null, now = Date.now()): boolean {
  const action = actions.get(spaceId);
  return action !== undefined && action.role === role && now - action.at < echoWithin;
}
