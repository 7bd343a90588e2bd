import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { deleteGrants, insertGrants, isMember } from './access.queries.ts';
import { type NamedItem, recordAccess } from './record-access.ts';

type Grant = Omit<Parameters<typeof insertGrants>[1], 'item'> & { item: NamedItem };

/**
 * Gives members access to an item. Returns those who didn't have it. It goes to the audit log if there are any.
 * @throws AppError `member_not_found` if it's for one user who isn't a member
 */
async function giveGrants(tx: Tx, grant: Grant): Promise<string[]> {
  const { item, to, granted_by } = grant;
  if ('user_id' in to && !(await isMember(tx, item.space_id, to.user_id)))
    throw new AppError('member_not_found');
  const userIds = await insertGrants(tx, grant);
  const of = 'user_id' in to ? to : { count: userIds.length };
  if (userIds.length > 0) await recordAccess(tx, item, { action: 'access_given', actor_id: granted_by, of });
  return userIds;
}

/**
 * Takes access to an item back: from one member, or from all to whom one action gave it. Returns from whom. It goes to the audit log
 * if there are any.
 */
async function takeGrants(
  tx: Tx,
  { item, from, taken_by }: { item: NamedItem; from: Parameters<typeof deleteGrants>[2]; taken_by: string },
): Promise<string[]> {
  const userIds = await deleteGrants(tx, item, from);
  const of = 'user_id' in from ? from : { count: userIds.length };
  if (userIds.length > 0) await recordAccess(tx, item, { action: 'access_taken', actor_id: taken_by, of });
  return userIds;
}

/** Access that is given by hand, and taken back. */
export const grants = { give: giveGrants, take: takeGrants };
