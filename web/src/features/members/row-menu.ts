import type { MemberRow } from './members.api.ts';

/** What can be done to a member from their row. */
export type MemberAct = 'make-admin' | 'make-member' | 'report' | 'remove' | 'ban';

/** The acts a row's menu offers: what the server says the viewer may do, and nothing the web concludes itself. */
export function toMemberActs({
  role,
  permissions: may,
}: Pick<MemberRow, 'role' | 'permissions'>): MemberAct[] {
  const acts: MemberAct[] = [];
  if (may.can_change_role) acts.push(role === 'admin' ? 'make-member' : 'make-admin');
  if (may.can_remove) acts.push('remove');
  if (may.can_ban) acts.push('ban');
  return acts;
}
