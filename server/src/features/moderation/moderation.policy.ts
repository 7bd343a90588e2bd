import type { CaseOutcome, ReportReason } from '#contract/moderation.ts';
import { type Role, refusalToRemove } from '../members/index.ts';

/** Nobody decides about themselves, but the owner, above whom there is nobody. */
export function canDecide(viewer: { user_id: string; role: Role | null }, authorId: string): boolean {
  if (viewer.role === 'owner') return true;
  return viewer.role === 'admin' && viewer.user_id !== authorId;
}

/** Whether the viewer may ban the author, as the list of members has it. */
export function canBan(
  viewer: { user_id: string; role: Role | null },
  author: { user_id: string; role: Role | null },
): boolean {
  const { role } = author;
  return role !== null && refusalToRemove(viewer, { ...author, role }) === null;
}

/** What is missing in a report. */
export function isReportComplete(reason: ReportReason, note: string | undefined): boolean {
  return reason !== 'other' || (note ?? '') !== '';
}

export function needsReason(outcome: CaseOutcome): boolean {
  return outcome !== 'dismissed';
}
