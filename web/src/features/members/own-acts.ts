import type { MemberRole } from '#contract/members.ts';

/** How long after an act of one's own its echo on the live channel says nothing new, in milliseconds. */
const echoWithin = 10_000;
const acts = new Map<string, { at: number; role: MemberRole | null }>();

/** This page is about to give the viewer this place in a space (null for none): it says itself how that went. */
export function markOwnAct(spaceId: string, role: MemberRole | null, now = Date.now()): void {
  acts.set(spaceId, { at: now, role });
}

/** Whether a change of the viewer's place in a space is the echo of what this page did, and not what others did since. */
export function isOwnAct(spaceId: string, role: MemberRole | null, now = Date.now()): boolean {
  const act = acts.get(spaceId);
  return act !== undefined && act.role === role && now - act.at < echoWithin;
}
