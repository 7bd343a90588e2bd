import { type MemberAccess, requireRights } from '#server/platform/access.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { permissionsOf, type Role } from './members.policy.ts';
import { findOwnerForUpdate, type LockedMember, listMembersForUpdate } from './members.queries.ts';

/** The current roles of some people in a space, locked until the transaction ends. */
export interface LockedRoles {
  owner_id: string;
  /** Role of an active member; always `owner` for the owner, even if their row has another one. */
  roleOf(userId: string): Role | null;
  member(userId: string): LockedMember | undefined;
  /**
   * Checks a person's role.
   * @throws AppError `membership_required`, `not_allowed`
   */
  require(access: MemberAccess, userId: string): void;
}

/**
 * Locks a space's roles for a membership change. Such changes run one after another in each space and see each
 * other's results: two admins who remove each other, or a removal during a transfer, can't both succeed on stale
 * data.
 */
export async function lockRoles(tx: Tx, spaceId: string, userIds: string[]): Promise<LockedRoles> {
  // Sent together: the space is locked first.
  const [ownerId, locked] = await Promise.all([
    findOwnerForUpdate(tx, spaceId),
    listMembersForUpdate(tx, spaceId, userIds),
  ]);
  if (ownerId === null) throw new AppError('space_not_found');
  const members = new Map(locked.map((member) => [member.user_id, member]));
  const roleOf = (userId: string): Role | null => {
    if (userId === ownerId) return 'owner';
    const member = members.get(userId);
    if (member?.status !== 'active') return null;
    return member.role === 'owner' ? 'admin' : member.role;
  };
  return {
    owner_id: ownerId,
    member: (userId) => members.get(userId),
    roleOf,
    require(access, userId) {
      const role = roleOf(userId);
      requireRights(access, { role, permissions: permissionsOf(role) });
    },
  };
}
