import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Presence } from '#server/platform/live/presence.ts';
import type { Platform } from '#server/platform/platform.ts';
import { updateLastActive } from './presence.queries.ts';

/** How old a stored time must be to be replaced, in milliseconds. Several processes may report the same member. */
const replaceAfter = 60_000;

/** Stores that members have a page of their space open. */
export async function recordPresence({ db }: Platform, present: readonly Presence[]): Promise<void> {
  const unless_after = new Date(nowMs() - replaceAfter).toISOString();
  await updateLastActive(db, present, { at: nowIso(), unless_after });
}
