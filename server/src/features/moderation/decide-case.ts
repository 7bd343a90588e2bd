import type { CaseOutcome } from '#contract/moderation.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { recordAudit } from '../audit/index.ts';
import { banMemberInTx, requireActiveMember } from '../members/index.ts';
import type { NotificationContext } from '../notifications/index.ts';
import { canDecide, needsReason } from './moderation.policy.ts';
import { findCaseFacts, resolveCase } from './moderation.queries.ts';
import { takeDown } from './remove-content.ts';
import { publishResolved, resolveMemberCase } from './resolve-member-case.ts';

type CaseFacts = NonNullable<Awaited<ReturnType<typeof findCaseFacts>>>;

/**
 * Decides about a reported thing and notifies its reporters; the same decision again changes nothing, another one is
 * refused. For the person reported the case does not exist.
 */
export async function decideCase(
  context: NotificationContext,
  viewer: Viewer,
  scope: SpaceContext,
  input: { case_id: string; outcome: CaseOutcome; reason?: string | undefined },
): Promise<void> {
  const { outcome, reason = '' } = input;
  const { db, jobs } = context;
  await db.transaction().execute(async (tx) => {
    const facts = await findCaseFacts(tx, scope.space_id, input.case_id);
    if (!facts || facts.author_id === viewer.user_id) throw new AppError('case_not_found');
    if (facts.outcome === outcome) return;
    if (facts.outcome !== null) throw new AppError('case_decided');
    if (!canDecide({ user_id: viewer.user_id, role: scope.role }, facts.author_id)) {
      throw new AppError('not_allowed', null, {
        message: 'This report is about you, so another moderator must handle it.',
      });
    }
    if (needsReason(outcome) && reason === '') throw new AppError('removal_needs_reason');
    if (outcome === 'removed' && facts.kind === 'member') {
      throw new AppError('invalid_input', {
        issues: [{ path: 'outcome', message: 'A member is banned, not removed' }],
      });
    }
    // People, then the post, then the comment, then points, then the cases and the counts: the one order of locks.
    const takeItDown = () => takeDownIfThere(tx, viewer, scope, facts, reason);
    if (outcome === 'banned') {
      await banMemberInTx(tx, context, viewer, scope.space_id, facts.author_id, takeItDown);
    } else {
      await requireActiveMember(tx, scope.space_id, viewer.user_id);
      if (outcome === 'removed') await takeItDown();
    }
    const isDecided = await resolveCase(tx, facts.id, {
      outcome,
      outcome_reason: reason === '' ? null : reason,
      handled_by: viewer.user_id,
      resolved_at: nowIso(),
    });
    // Someone else was faster: everything of this decision is undone.
    if (!isDecided) throw new AppError('case_decided');
    if (outcome === 'dismissed') {
      await recordAudit(tx, {
        space_id: scope.space_id,
        actor_id: viewer.user_id,
        action: 'report_dismissed',
        target_user_id: facts.author_id,
        post_id: facts.post_id,
        comment_id: facts.comment_id,
      });
    }
    const ofMember =
      outcome === 'banned' && facts.kind !== 'member'
        ? await resolveMemberCase(tx, viewer, scope.space_id, facts.author_id)
        : undefined;
    // Whoever reports locks a case before the counts, so every case is locked before them here as well.
    await publishResolved(tx, jobs, scope.space_id, [facts, ofMember]);
  });
}

/** Its author may have deleted it meanwhile. */
async function takeDownIfThere(
  tx: Tx,
  viewer: Viewer,
  scope: SpaceContext,
  facts: CaseFacts,
  reason: string,
): Promise<void> {
  if (facts.kind !== 'post' && facts.kind !== 'comment') return;
  try {
    await takeDown(tx, viewer, scope, { kind: facts.kind, id: facts.target_id }, reason);
  } catch (error) {
    const isDeleted =
      error instanceof AppError && (error.code === 'post_not_found' || error.code === 'comment_not_found');
    if (!isDeleted) throw error;
  }
}
