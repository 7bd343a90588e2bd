import { randomInt } from 'node:crypto';
import type { Db } from '#server/platform/db/database.ts';
import { firstFreeSlug, toSlug } from '#server/platform/text/slug.ts';
import { listTakenUsernames } from '../auth.queries.ts';

/**
 * Returns a username derived from a name. The first attempt uses the next free number; since concurrent sign-ups with
 * one name would all choose the same, later attempts use a random number.
 */
export async function chooseUsername(db: Db, fullName: string, attempt: number): Promise<string> {
  const slug = toSlug(fullName, 40) || 'member';
  if (attempt > 1) return `${slug}-${randomInt(1_000, 1_000_000)}`;
  return firstFreeSlug(slug, await listTakenUsernames(db, slug));
}
