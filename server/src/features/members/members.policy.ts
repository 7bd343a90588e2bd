import type { ErrorCode } from '#contract/errors.ts';
import type { Permissions } from '#contract/features/spaces/spaces.ts';

export type Role = 'owner' | 'admin' | 'member';

/** Returns what each role can do in a space. `role` is null for people outside it. */
export function permissionsOf(role: Role | null): Permissions {
  const isModerator = role === 'owner' || role === 'admin';
  return {
    isOwner: role === 'owner',
    isAdmin: isModerator,
    canEditSpace: isModerator,
    canManageMembers: isModerator,
    canCreateContent: role !== null,
    canAccessSettings: isModerator,
  };
}

/** Returns why a role change is denied, or null if it is allowed. No one can change their own role. */
export function denialReasonForRoleChange(
  actor: { user_id: string; role: Role | null },
  target: { user_id: string; role: Role },
): ErrorCode | null {
  if (actor.role !== 'owner' && actor.role !== 'admin') return 'role_change_not_allowed';
  if (actor.role === 'admin' && target.role !== 'member') return 'admins_cannot_change_admins';
  if (target.role === 'owner') return 'role_change_not_allowed';
  return null;
}

/** Returns why a removal is denied, or null if it is allowed. */
export function denialReasonForRemoval(
  actor: { user_id: string; role: Role | null },
  target: { user_id: string; role: Role },
): ErrorCode | null {
  if (actor.role !== 'owner' && actor.role !== 'admin') return 'remove_not_allowed';
  if (target.role === 'owner') return 'owner_cannot_be_removed';
  if (target.user_id === actor.user_id) return 'cannot_remove_self';
  if (target.role === 'admin' && actor.role === 'admin') return 'admins_cannot_remove_admins';
  return null;
}

/** Returns what the actor can do to a member, for screens. */
export function memberPermissions(
  actor: { user_id: string; role: Role | null },
  target: { user_id: string; role: Role },
): { can_remove: boolean; can_ban: boolean; can_change_role: boolean } {
  const canRemove = denialReasonForRemoval(actor, target) === null;
  return {
    can_remove: canRemove,
    can_ban: canRemove,
    can_change_role: denialReasonForRoleChange(actor, target) === null,
  };
}
