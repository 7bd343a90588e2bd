import type { MemberRow } from './members.api.ts';

/** What can be done to a member from their row. */
export type MemberAction = 'make-admin' | 'make-member' | 'report' | 'remove' | 'ban';

/**
 * The acts a row's menu offers, what happens most and harms least first: a report, which any member may send of another,
 * then what the server says that the viewer may do.
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
