/** How long after an act of one's own its echo on the live channel says nothing new, in milliseconds. */
const echoWithin = 10_000;
const acts = new Map<string, number>();

/** This page is about to change the viewer's own membership of a space: it says itself how that went. */
export function markOwnAct(spaceId: string, now = Date.now()): void {
  acts.set(spaceId, now);
}

/** Whether a change of the viewer's membership is the echo of what this page did. */
export function isOwnAct(spaceId: string, now = Date.now()): boolean {
  const at = acts.get(spaceId);
  return at !== undefined && now - at < echoWithin;
}
