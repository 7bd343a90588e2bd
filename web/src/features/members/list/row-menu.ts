import type { MemberRow } from '../members.api.ts';

/** An action in a member's menu. */
export type MemberAction = 'make-admin' | 'make-member' | 'report' | 'remove' | 'ban';

/**
 * Returns the actions of a member's menu, harmless ones first: those that the server permits, or reporting for members who
 * can't remove them.
 */
export function toMemberActions(
  { role, permissions: may }: Pick<MemberRow, 'role' | 'permissions'>,
  { canReport = false }: { canReport?: boolean } = {},
): MemberAction[] {
  const actions: MemberAction[] = canReport && !may.can_remove ? ['report'] : [];
  if (may.can_change_role) actions.push(role === 'admin' ? 'make-member' : 'make-admin');
  if (may.can_remove) actions.push('remove');
  if (may.can_ban) actions.push('ban');
  return actions;
}
