import type { MyRemoval } from '#contract/features/moderation/moderation.ts';
import type { Target } from '#contract/values/targets.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import { capabilityOf, type Targets } from '#server/platform/targets.ts';
import { requireActiveMember } from '../members/index.ts';
import { updateOpenCaseOutcome } from './moderation.queries.ts';
import { publishResolved } from './resolve-member-case.ts';

/** What a removal needs. */
export type RemovalContext = HookContext & { targets: Targets };

/** What moderators can remove. */
export type RemovableContent = Target<MyRemoval['kind']>;

/**
 * Removes someone's post or comment with a reason that its author sees. Resolves the open case about it, unless the
 * content is the viewer's own.
 */
export async function removeContent(
  context: RemovalContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  target: RemovableContent,
  reason: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, scope.space_id, viewer.user_id, { access: 'space-editor' });
    await removeInTx(tx, context, viewer, scope, target, reason);
    const resolved = await updateOpenCaseOutcome(tx, scope.space_id, target.kind, target.id, {
      outcome: 'removed',
      outcome_reason: reason,
      resolved_by: viewer.user_id,
      resolved_at: nowIso(),
    });
    await publishResolved(tx, context.jobs, scope.space_id, [resolved]);
  });
}

/** Removes the content as part of a larger transaction. */
export async function removeInTx(
  tx: Tx,
  context: RemovalContext,
  viewer: Viewer,
  scope: SpaceContext,
  { kind, id }: RemovableContent,
  reason: string,
): Promise<void> {
  await capabilityOf(context.targets, kind, 'removals').remove(tx, context, viewer, scope, { id, reason });
}
