import type { CaseOutcome, ReportReason } from '#contract/moderation.ts';
import { denialReasonForRemoval, type Role } from '../members/index.ts';

/** Moderators decide about everybody but themselves, the owner too. */
export function canDecide(viewer: { user_id: string; role: Role | null }, authorId: string): boolean {
  return (viewer.role === 'owner' || viewer.role === 'admin') && viewer.user_id !== authorId;
}

/** Whether the viewer may ban the author, who may have left (`role` null). */
export function canBan(
  viewer: { user_id: string; role: Role | null },
  author: { user_id: string; role: Role | null; is_banned: boolean },
): boolean {
  const { user_id, role, is_banned } = author;
  return !is_banned && denialReasonForRemoval(viewer, { user_id, role: role ?? 'member' }) === null;
}

/** What is missing in a report. */
export function isReportComplete(reason: ReportReason, note: string | undefined): boolean {
  return reason !== 'other' || (note ?? '') !== '';
}

export function needsReason(outcome: CaseOutcome): boolean {
  return outcome !== 'dismissed';
}
