import type { ReportReason, ReportReviewer } from '#contract/features/moderation/moderation.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { capabilityOf } from '#server/platform/targets.ts';
import { listModerators } from '../audit/index.ts';
import { requireActiveMember } from '../members/index.ts';
import { isReportComplete } from './moderation.policy.ts';
import {
  findRuleText,
  hasReported,
  insertReport,
  type ReportedKind,
  type ReportTarget,
  upsertOpenCase,
} from './moderation.queries.ts';
import { emailOperator } from './operator-emails/email-operator.ts';
import { publishOpenCases } from './publish-cases.ts';

/** Locks a membership if it exists; `find` of the target reports one that doesn't. */
const lockMember = (tx: Tx, spaceId: string, userId: string) =>
  requireActiveMember(tx, spaceId, userId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });

/**
 * Reports a post, comment or member to the space's moderators, except the person reported. If there is no other
 * moderator, the report goes to the server's operator and stays in the queue for future moderators. A second report
 * by the same person changes nothing.
 */
export async function reportContent(
  platform: Pick<Platform, 'db' | 'targets' | 'jobs' | 'log' | 'config' | 'publicUrl' | 'rateLimits'>,
  viewer: Viewer,
  scope: SpaceContext,
  reported: { kind: ReportedKind; id: string },
  input: { reason: ReportReason; rule_id?: string | undefined; note?: string | undefined },
): Promise<{ already: boolean; reviewed_by: ReportReviewer }> {
  const { space_id } = scope;
  const { find, locks_membership } = capabilityOf(platform.targets, reported.kind, 'reports');
  const { result, unreviewed } = await platform.db.transaction().execute(async (tx) => {
    // A concurrent ban of the person reported comes before this or resolves the case. Members are locked by their id.
    const reportedFirst = locks_membership && reported.id < viewer.user_id;
    if (reportedFirst) await lockMember(tx, space_id, reported.id);
    await requireActiveMember(tx, space_id, viewer.user_id, { exclusive: true });
    if (locks_membership && !reportedFirst) await lockMember(tx, space_id, reported.id);
    const found = await find(tx, space_id, reported.id);
    if (!found) throw new AppError(platform.targets[reported.kind].notFound);
    const target: ReportTarget = { ...found, ...reported };
    if (target.author_id === viewer.user_id) throw new AppError('cannot_report_self');
    const moderators = await listModerators(tx, space_id);
    const isReviewed = moderators.some((id) => id !== target.author_id);
    const reviewed_by: ReportReviewer = isReviewed ? 'moderators' : 'operator';
    if (await hasReported(tx, space_id, target, viewer.user_id))
      return { result: { already: true, reviewed_by } };
    if (!isReportComplete(input.reason, input.note)) throw new AppError('report_note_required');
    const ruleText = input.reason === 'rule' ? await findRuleText(tx, space_id, input.rule_id ?? '') : null;
    if (input.reason === 'rule' && ruleText === null) throw new AppError('rule_not_found');
    const at = nowIso();
    const { id: caseId, is_new } = await upsertOpenCase(tx, space_id, target, {
      id: newId(),
      created_at: at,
    });
    await insertReport(tx, {
      id: newId(),
      case_id: caseId,
      space_id,
      kind: target.kind,
      target_id: target.id,
      reporter_id: viewer.user_id,
      reason: input.reason,
      rule_text: ruleText,
      note: input.note || null,
      about_moderator: moderators.includes(target.author_id),
      created_at: at,
    });
    await publishOpenCases(tx, space_id, target.author_id, is_new ? 1 : 0);
    if (reviewed_by === 'operator') {
      await emailOperator(tx, platform, {
        case: { ...target, case_id: caseId, space_id },
        report: { reporter_id: viewer.user_id, reason: ruleText ?? input.reason, note: input.note ?? '', at },
      });
    }
    return {
      result: { already: false, reviewed_by },
      unreviewed: reviewed_by === 'operator' ? { space_id, case_id: caseId, kind: target.kind } : undefined,
    };
  });
  if (unreviewed)
    platform.log.warn(unreviewed, 'report about the only moderator of a space needs review by the operator');
  return result;
}
