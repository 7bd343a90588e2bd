import type { ReportReason } from '#contract/moderation.ts';
import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { requireActiveMember } from '../members/index.ts';
import { announceCases } from './announce-cases.ts';
import { isReportComplete } from './moderation.policy.ts';
import {
  insertReport,
  type ReportedKind,
  selectHasReported,
  selectRuleText,
  selectTarget,
  upsertOpenCase,
} from './moderation.queries.ts';

const notFound = {
  post: 'post_not_found',
  comment: 'comment_not_found',
  member: 'member_not_found',
} as const;

/** Reports a post, a comment or a member to those who run the space; a second report of one person changes nothing. */
export async function reportThing(
  db: Database,
  viewer: Viewer,
  scope: SpaceScope,
  thing: { kind: ReportedKind; id: string },
  input: { reason: ReportReason; rule_id?: string | undefined; note?: string | undefined },
): Promise<{ already: boolean }> {
  const { space_id } = scope;
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, space_id, viewer.user_id, { alone: true });
    const target = await selectTarget(tx, space_id, thing.kind, thing.id);
    if (!target) throw new AppError(notFound[thing.kind]);
    if (target.author_id === viewer.user_id) throw new AppError('report_of_own');
    if (await selectHasReported(tx, space_id, target, viewer.user_id)) return { already: true };
    if (!isReportComplete(input.reason, input.note)) throw new AppError('report_needs_words');
    const ruleText = input.reason === 'rule' ? await selectRuleText(tx, space_id, input.rule_id ?? '') : null;
    if (input.reason === 'rule' && ruleText === null) throw new AppError('rule_not_found');
    const at = nowText();
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
      created_at: at,
    });
    await announceCases(tx, space_id, is_new ? 1 : 0);
    return { already: false };
  });
}
