import type { MemberRole } from '#contract/members.ts';

/** The toast for someone whose role was changed by others; null if there is nothing to report. */
export function toRoleToast(
  before: MemberRole | null,
  after: MemberRole | null,
  spaceName: string,
): string | null {
  if (before === after) return null;
  if (after === null) return `You're no longer a member of ${spaceName}.`;
  if (after === 'owner') return `You're now the owner of ${spaceName}.`;
  if (after === 'admin') return `You're now an admin of ${spaceName}.`;
  return before === null
    ? `You're now a member of ${spaceName}.`
    : `You're no longer an admin of ${spaceName}.`;
}
