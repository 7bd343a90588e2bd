import type { CaseOutcome } from '#contract/moderation.ts';
import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { recordAct } from '../audit/index.ts';
import { banMemberWithin, requireActiveMember } from '../members/index.ts';
import type { NotificationContext } from '../notifications/index.ts';
import { announceCases } from './announce-cases.ts';
import { canDecide, needsReason } from './moderation.policy.ts';
import { selectCaseFacts, updateCaseDecided } from './moderation.queries.ts';
import { enqueueReporterNotifications } from './notify-reporters.job.ts';
import { takeDown } from './remove-thing.ts';
import { resolveMemberCase } from './resolve-member-case.ts';

type CaseFacts = NonNullable<Awaited<ReturnType<typeof selectCaseFacts>>>;

/**
 * Decides about a reported thing and notifies its reporters; the same decision again changes nothing, another one is
 * refused. For the person reported the case does not exist.
 */
export async function decideCase(
  context: NotificationContext,
  viewer: Viewer,
  scope: SpaceScope,
  input: { case_id: string; outcome: CaseOutcome; reason?: string | undefined },
): Promise<void> {
  const { outcome, reason = '' } = input;
  const { db, jobs } = context;
  await db.transaction().execute(async (tx) => {
    const facts = await selectCaseFacts(tx, scope.space_id, input.case_id);
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
    // People, then the post, then the comment, then points, and the case last: the one order of locks.
    const takeItDown = () => takeDownIfThere(tx, viewer, scope, facts, reason);
    if (outcome === 'banned') {
      await banMemberWithin(tx, context, viewer, scope.space_id, facts.author_id, takeItDown);
    } else {
      await requireActiveMember(tx, scope.space_id, viewer.user_id);
      if (outcome === 'removed') await takeItDown();
    }
    const isDecided = await updateCaseDecided(tx, facts.id, {
      outcome,
      outcome_reason: reason === '' ? null : reason,
      handled_by: viewer.user_id,
      handled_at: nowText(),
    });
    // Someone else was faster: everything of this decision is undone.
    if (!isDecided) throw new AppError('case_decided');
    if (outcome === 'dismissed') {
      await recordAct(tx, {
        space_id: scope.space_id,
        actor_id: viewer.user_id,
        act: 'report_dismissed',
        target_user_id: facts.author_id,
        post_id: facts.post_id,
        comment_id: facts.comment_id,
      });
    }
    await announceCases(tx, scope.space_id, facts.author_id, -1);
    await enqueueReporterNotifications(tx, jobs, facts.id);
    if (outcome === 'banned' && facts.kind !== 'member')
      await resolveMemberCase(tx, jobs, viewer, scope.space_id, facts.author_id);
  });
}

/** Its author may have deleted it meanwhile. */
async function takeDownIfThere(
  tx: Tx,
  viewer: Viewer,
  scope: SpaceScope,
  facts: CaseFacts,
  reason: string,
): Promise<void> {
  if (facts.kind !== 'post' && facts.kind !== 'comment') return;
  try {
    await takeDown(tx, viewer, scope, { kind: facts.kind, id: facts.target_id }, reason);
  } catch (error) {
    const isGone =
      error instanceof AppError && (error.code === 'post_not_found' || error.code === 'comment_not_found');
    if (!isGone) throw error;
  }
}
