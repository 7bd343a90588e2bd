import type { Presence } from '#server/platform/live/presence/record-presence.ts';
import type { Platform } from '#server/platform/platform.ts';
import { updateLastActive } from './presence.queries.ts';

/** Stores when users were active, in the spaces of which they had a page open. Returns those who appear offline. */
export const recordPresence = ({ db }: Platform, present: readonly Presence[]): Promise<string[]> =>
  updateLastActive(db, present);
