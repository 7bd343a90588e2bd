import type { CaseOutcome, ReportReason } from '#contract/features/moderation/moderation.ts';
import { denialReasonForRemoval, type Role } from '../members/index.ts';

/** Returns whether the viewer can resolve a case: moderators can, unless it is about themselves. */
export function canResolve(viewer: { user_id: string; role: Role | null }, authorId: string): boolean {
  return (viewer.role === 'owner' || viewer.role === 'admin') && viewer.user_id !== authorId;
}

/** Returns whether the viewer can ban the author, who may have left (`role` null). */
export function canBan(
  viewer: { user_id: string; role: Role | null },
  author: { user_id: string; role: Role | null; is_banned: boolean },
): boolean {
  const { user_id, role, is_banned } = author;
  return !is_banned && denialReasonForRemoval(viewer, { user_id, role: role ?? 'member' }) === null;
}

/**
 * Returns whether moderators can see who made a report. They can't if it is about a moderator: the person reported could
 * appoint a moderator who tells them.
 */
export function canSeeReporter(report: { about_moderator: boolean }, authorRole: Role | null): boolean {
  return !report.about_moderator && authorRole !== 'owner' && authorRole !== 'admin';
}

/** Returns whether a report has a note if its reason needs one. */
export function isReportComplete(reason: ReportReason, note: string | undefined): boolean {
  return reason !== 'other' || (note ?? '') !== '';
}

export function needsReason(outcome: CaseOutcome): boolean {
  return outcome !== 'dismissed';
}
