import { randomInt } from 'node:crypto';
import type { Db } from '#server/platform/db/database.ts';
import { firstFreeSlug, toSlug } from '#server/platform/text/slug.ts';
import { listTakenUsernames } from './auth.queries.ts';

/**
 * A username made of a name. The next number is taken first; people of one name who come at once would all take it, so
 * from the second attempt on it is one by chance.
 */
export async function chooseUsername(db: Db, fullName: string, attempt: number): Promise<string> {
  const wanted = toSlug(fullName, 40) || 'member';
  if (attempt > 1) return `${wanted}-${randomInt(1_000, 1_000_000)}`;
  return firstFreeSlug(wanted, await listTakenUsernames(db, wanted));
}
