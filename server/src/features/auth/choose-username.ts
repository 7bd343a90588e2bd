import { randomBytes } from 'node:crypto';
import type { Platform } from '#server/platform/platform.ts';
import { firstFreeSlug, toSlug } from '#server/platform/text/slug.ts';
import { selectTakenUsernames } from './auth.queries.ts';

/**
 * A username made of a name: the first free one; where others of the name are taking those right now (a third attempt),
 * one that cannot collide.
 */
export async function chooseUsername(platform: Platform, fullName: string, attempt: number): Promise<string> {
  const wanted = toSlug(fullName, 40) || 'member';
  if (attempt > 2) return `${wanted}-${randomBytes(4).toString('hex')}`;
  return firstFreeSlug(wanted, await selectTakenUsernames(platform.db, wanted));
}
