import type { MemberRow } from '../members.api.ts';

/** An action in a member's menu. */
export type MemberAction = 'make-admin' | 'make-member' | 'report' | 'remove' | 'ban';

/**
 * Returns the actions of a member's menu, common and harmless ones first: reporting, which any member can do, then the
 * actions that the server permits.
 */
export function toMemberActions(
  { role, permissions: may }: Pick<MemberRow, 'role' | 'permissions'>,
  { canReport = false }: { canReport?: boolean } = {},
): MemberAction[] {
  const actions: MemberAction[] = canReport ? ['report'] : [];
  if (may.can_change_role) actions.push(role === 'admin' ? 'make-member' : 'make-admin');
  if (may.can_remove) actions.push('remove');
  if (may.can_ban) actions.push('ban');
  return actions;
}
