import type { CaseOutcome } from '#contract/features/moderation/moderation.ts';
import { t } from '#contract/i18n/translate.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { recordAudit } from '../audit/index.ts';
import { banMemberInTx, requireActiveMember } from '../members/index.ts';
import { canResolve, needsReason } from './moderation.policy.ts';
import { findCase, type ReportedKind, updateCaseOutcome } from './moderation.queries.ts';
import { type RemovalContext, removeInTx } from './remove-content.ts';
import { publishResolved } from './resolve-member-case.ts';

type CaseRecord = NonNullable<Awaited<ReturnType<typeof findCase>>>;

/**
 * Resolves a case and notifies its reporters. Repeating the same decision changes nothing.
 * @throws AppError `case_resolved` for a different decision, `case_not_found` also for the person reported
 */
export async function resolveCase(
  context: RemovalContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  input: { case_id: string; outcome: CaseOutcome; reason?: string | undefined },
): Promise<void> {
  const { outcome, reason = '' } = input;
  await context.db.transaction().execute(async (tx) => {
    const record = await findCase(tx, scope.space_id, input.case_id);
    if (!record || record.author_id === viewer.user_id) throw new AppError('case_not_found');
    if (record.outcome === outcome) return;
    if (record.outcome !== null) throw new AppError('case_resolved');
    if (!canResolve({ user_id: viewer.user_id, role: scope.role }, record.author_id)) {
      throw new AppError('not_allowed', null, {
        message: t('This report is about you, so another moderator must handle it.'),
      });
    }
    if (needsReason(outcome) && reason === '') throw new AppError('removal_needs_reason');
    if (outcome === 'removed' && record.kind === 'member') {
      throw new AppError('invalid_input', {
        issues: [{ path: 'outcome', message: t('A member is banned, not removed') }],
      });
    }
    // Lock order: members, the post, the comment, points, the cases, the counts.
    const removeContentIfPresent = () => removeIfPresent(tx, context, viewer, scope, record, reason);
    const resolve = async () => {
      const isResolved = await updateCaseOutcome(tx, record.id, {
        outcome,
        outcome_reason: reason === '' ? null : reason,
        resolved_by: viewer.user_id,
        resolved_at: nowIso(),
      });
      // Another moderator was faster: roll everything back.
      if (!isResolved) throw new AppError('case_resolved');
    };
    if (outcome === 'banned') {
      const { space_id } = scope;
      await banMemberInTx(tx, context, viewer, space_id, record.author_id, removeContentIfPresent, resolve);
    } else {
      await requireActiveMember(tx, scope.space_id, viewer.user_id, { access: 'space-editor' });
      if (outcome === 'removed') await removeContentIfPresent();
      await resolve();
    }
    if (outcome === 'dismissed') {
      await recordAudit(tx, {
        space_id: scope.space_id,
        actor_id: viewer.user_id,
        action: 'report_dismissed',
        target_user_id: record.author_id,
        post_id: record.post_id,
        comment_id: record.kind === 'comment' ? record.target_id : null,
      });
    }
    // Locks the counts, and so do the hooks of a ban. Reporting also locks a case before them.
    await publishResolved(tx, context.jobs, scope.space_id, [record]);
  });
}

/** Removes the content, which its author may have deleted meanwhile. */
async function removeIfPresent(
  tx: Tx,
  context: RemovalContext,
  viewer: Viewer,
  scope: SpaceContext,
  record: CaseRecord,
  reason: string,
): Promise<void> {
  const kind = record.kind as ReportedKind;
  if (kind === 'member') return;
  try {
    await removeInTx(tx, context, viewer, scope, { kind, id: record.target_id }, reason);
  } catch (error) {
    const isDeleted = error instanceof AppError && error.code === context.targets[kind].notFound;
    if (!isDeleted) throw error;
  }
}
