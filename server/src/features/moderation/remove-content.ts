import type { MyRemoval } from '#contract/moderation.ts';
import type { Target } from '#contract/values/targets.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { capabilityOf } from '#server/platform/targets.ts';
import { requireActiveMember } from '../members/index.ts';
import { updateOpenCaseOutcome } from './moderation.queries.ts';
import { publishResolved } from './resolve-member-case.ts';

/** What moderators can remove. */
export type RemovableContent = Target<MyRemoval['kind']>;

/**
 * Removes someone's post or comment with a reason that its author sees. Resolves the open case about it, unless the
 * content is the viewer's own.
 */
export async function removeContent(
  { db, jobs, targets }: Pick<Platform, 'db' | 'jobs' | 'targets'>,
  viewer: Viewer,
  scope: SpaceContext,
  target: RemovableContent,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, scope.space_id, viewer.user_id);
    await removeInTx(tx, { jobs, targets }, viewer, scope, target, reason);
    const resolved = await updateOpenCaseOutcome(tx, scope.space_id, target.kind, target.id, {
      outcome: 'removed',
      outcome_reason: reason,
      resolved_by: viewer.user_id,
      resolved_at: nowIso(),
    });
    await publishResolved(tx, jobs, scope.space_id, [resolved]);
  });
}

/** Removes the content as part of a larger transaction. */
export async function removeInTx(
  tx: Tx,
  { jobs, targets }: Pick<Platform, 'jobs' | 'targets'>,
  viewer: Viewer,
  scope: SpaceContext,
  { kind, id }: RemovableContent,
  reason: string,
): Promise<void> {
  await capabilityOf(targets, kind, 'removals').remove(tx, { jobs }, viewer, scope, { id, reason });
}
