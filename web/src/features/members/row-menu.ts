import type { MemberRow } from './members.api.ts';

/** What can be done to a member from their row. */
export type MemberAct = 'make-admin' | 'make-member' | 'report' | 'remove' | 'ban';

/**
 * The acts a row's menu offers, what happens most and harms least first: a report, which any member may send of another,
 * then what the server says that the viewer may do.
 */
export function toMemberActs(
  { role, permissions: may }: Pick<MemberRow, 'role' | 'permissions'>,
  { canReport = false }: { canReport?: boolean } = {},
): MemberAct[] {
  const acts: MemberAct[] = canReport ? ['report'] : [];
  if (may.can_change_role) acts.push(role === 'admin' ? 'make-member' : 'make-admin');
  if (may.can_remove) acts.push('remove');
  if (may.can_ban) acts.push('ban');
  return acts;
}
