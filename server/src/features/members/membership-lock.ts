import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Role } from './members.policy.ts';
import { findOwnerForUpdate, type LockedMember, listMembersForUpdate } from './members.queries.ts';

/** The roles of some people in a space as they are now, held until the transaction ends. */
export interface LockedRoles {
  owner_id: string;
  /** Role of an active member; the owner's is 'owner' whatever their row says. */
  roleOf(userId: string): Role | null;
  member(userId: string): LockedMember | undefined;
}

/**
 * Locks a space's roles for an act on its people. Such acts follow one another in each space, and each sees what the ones
 * before it did: two admins who remove each other, or a removal beside a transfer, cannot both go ahead on old facts.
 */
export async function lockRoles(tx: Tx, spaceId: string, userIds: string[]): Promise<LockedRoles> {
  const ownerId = await findOwnerForUpdate(tx, spaceId);
  if (ownerId === null) throw new AppError('space_not_found');
  const members = new Map(
    (await listMembersForUpdate(tx, spaceId, userIds)).map((member) => [member.user_id, member]),
  );
  return {
    owner_id: ownerId,
    member: (userId) => members.get(userId),
    roleOf(userId) {
      if (userId === ownerId) return 'owner';
      const member = members.get(userId);
      if (member?.status !== 'active') return null;
      return member.role === 'owner' ? 'admin' : member.role;
    },
  };
}
