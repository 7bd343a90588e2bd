import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { deleteGrants, insertGrants, isMember } from './access.queries.ts';

/**
 * Gives members access to an item. Returns those who didn't have it.
 * @throws AppError `member_not_found` if it's for one user who isn't a member
 */
async function giveGrants(tx: Tx, grant: Parameters<typeof insertGrants>[1]): Promise<string[]> {
  const { item, to } = grant;
  if ('user_id' in to && !(await isMember(tx, item.space_id, to.user_id)))
    throw new AppError('member_not_found');
  return await insertGrants(tx, grant);
}

/** Access that is given by hand, and taken back. */
export const grants = { give: giveGrants, take: deleteGrants };
