import { type ReactionKind, reactionKinds } from '#contract/values/reactions.ts';
import type { Target } from '#contract/values/targets.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { capabilityOf } from '#server/platform/targets.ts';
import { requireActiveMember } from '../members/index.ts';
import { type NotificationInput, notify, retractNotification } from '../notifications/index.ts';
import { awardPoint } from '../points/index.ts';
import { deleteReaction, insertReaction } from './reactions.queries.ts';

/** What the viewer gives or takes back. */
export interface ReactionInput {
  target: Target;
  kind: ReactionKind;
  is_given: boolean;
}

/**
 * Adds or removes the viewer's reaction to a target, with the author's point and notification. Does nothing if it is in
 * that state already. Returns the number of reactions of this kind.
 * @throws AppError `membership_required`, or the not-found code of the target
 */
export async function setReaction(
  { db, targets }: Pick<Platform, 'db' | 'targets'>,
  viewer: Viewer,
  space_id: string,
  { target, kind, is_given }: ReactionInput,
): Promise<{ count: number; version: number }> {
  const { user_id: actor_id } = viewer;
  const counter = capabilityOf(targets, target.kind, 'reactions').counters[kind];
  if (!counter) throw new Error(`The target ${target.kind} has no reactions of the kind ${kind}`);
  const { earns_point, notification: type } = reactionKinds[kind];
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, space_id, actor_id);
    const reaction = { target_id: target.id, user_id: actor_id, kind };
    const isChanged = is_given
      ? await insertReaction(tx, { ...reaction, target_kind: target.kind, space_id, created_at: nowIso() })
      : await deleteReaction(tx, reaction);
    if (!isChanged) {
      const totals = await counter.totals(tx, target.id);
      if (!totals) throw new AppError(targets[target.kind].notFound);
      return totals;
    }
    const counted = await counter.change(tx, target.id, { by: is_given ? 1 : -1, actor_id });
    if (!counted) throw new AppError(targets[target.kind].notFound);
    const { author_id, post_id, text, count, version } = counted;
    if (earns_point) await awardPoint(tx, { space_id, author_id, target, actor_id }, is_given);
    const about = { type, target: { ...target, post_id } };
    if (is_given) {
      const notification = { ...about, user_ids: [author_id], text } as NotificationInput;
      await notify(tx, { space_id, actor_id, notifications: [notification] });
    } else await retractNotification(tx, { ...about, space_id, user_id: author_id, actor_id });
    return { count, version };
  });
}
