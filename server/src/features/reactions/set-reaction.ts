import {
  type ReactableKind,
  type ReactionKind,
  type ReactionTotals,
  reactableTargets,
  reactionOf,
  toViewerReactions,
  type ViewerReactions,
} from '#contract/values/reactions.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { capabilityOf, type NotifiableTarget, type ReactedTarget } from '#server/platform/targets.ts';
import { requireActiveMember } from '../members/index.ts';
import { type NotificationInput, notify, retractNotification } from '../notifications/index.ts';
import { awardPoint } from '../points/index.ts';
import { deleteReaction, findReactionTotals, insertReaction } from './reactions.queries.ts';

/** What the viewer gives or takes back. The target takes reactions of this kind (`isReactionTo`). */
export interface ReactionInput {
  target: { kind: ReactableKind; id: string };
  kind: ReactionKind;
  is_given: boolean;
}

/** The reactions to a target, and those of the viewer. */
export interface TargetReactions extends ReactionTotals, ViewerReactions {
  version: number;
}

/**
 * Adds or removes the viewer's reaction to a target, with the author's point and notification. Does nothing if it is in
 * that state already. `space_id` is null for targets outside of spaces.
 * @throws AppError `membership_required`, `too_many_reactions`, or the not-found code of the target
 */
export async function setReaction(
  { db, targets }: Pick<Platform, 'db' | 'targets'>,
  viewer: Viewer,
  space_id: string | null,
  input: ReactionInput,
): Promise<TargetReactions> {
  const { target, kind, is_given } = input;
  const actor_id = viewer.user_id;
  const reactable = capabilityOf(targets, target.kind, 'reactions');
  return await db.transaction().execute(async (tx) => {
    if (reactable.authorize) await reactable.authorize(tx, { id: target.id, user_id: actor_id, to: 'give' });
    else await requireActiveMember(tx, requireSpace(space_id, target.kind), actor_id);
    const reaction = { target_id: target.id, user_id: actor_id, kind };
    const { is_changed, others } = is_given
      ? await insertReaction(tx, { ...reaction, target_kind: target.kind, space_id, created_at: nowIso() })
      : await deleteReaction(tx, reaction);
    const counted = is_changed
      ? await reactable.change(tx, target.id, { kind, by: is_given ? 1 : -1, actor_id })
      : null;
    const totals = is_changed ? counted : await findReactionTotals(tx, reactable.table, target.id);
    if (!totals) throw new AppError(targets[target.kind].notFound);
    const { like_count, reaction_counts, version } = totals;
    if (is_given) requireFewKinds(target.kind, reaction_counts);
    const { notifications } = targets[target.kind];
    if (counted) await rewardAuthor(tx, { ...input, actor_id, space_id, others }, counted, notifications);
    const given = toViewerReactions(is_given ? [...others, kind] : others);
    return { like_count, reaction_counts, version, ...given };
  });
}

function requireSpace(spaceId: string | null, kind: ReactableKind): string {
  if (spaceId === null) throw new Error(`The target ${kind} has no space and no \`authorize\``);
  return spaceId;
}

/** Checks the emoji of a target with its latest reaction. The target is locked, so that others wait with theirs. */
function requireFewKinds(target: ReactableKind, counts: ReactionTotals['reaction_counts']): void {
  const emoji = Object.keys(counts).filter((kind) => !reactionOf(kind).targets.includes(target));
  if (emoji.length > reactableTargets[target].max_emoji) throw new AppError('too_many_reactions');
}

interface ChangedReaction extends ReactionInput {
  actor_id: string;
  space_id: string | null;
  others: string[];
}

/** Updates the author's point and notification, unless another reaction of the same person keeps them. */
async function rewardAuthor(
  tx: Tx,
  { target, kind, is_given, actor_id, space_id, others }: ChangedReaction,
  { author_id, post_id, text }: ReactedTarget,
  notifications: NotifiableTarget | undefined,
): Promise<void> {
  const { earns_point, notification: type } = reactionOf(kind);
  if (!earns_point && !type) return;
  const place = requireSpace(space_id, target.kind);
  const kept = others.map(reactionOf);
  if (earns_point && !kept.some((other) => other.earns_point))
    await awardPoint(tx, { space_id: place, author_id, target, actor_id }, is_given);
  if (!type || kept.some((other) => other.notification === type)) return;
  const about = { type, target: { ...target, post_id } };
  if (is_given) {
    if (author_id === actor_id) return;
    const author = { user_id: author_id, space_id: place, id: target.id, post_id };
    const readers = (await notifications?.onlyReaders(tx, [author])) ?? [author];
    const user_ids = readers.map(({ user_id }) => user_id);
    const notification = { ...about, user_ids, text } as NotificationInput;
    await notify(tx, { space_id: place, actor_id, notifications: [notification], are_readers: true });
  } else await retractNotification(tx, { ...about, space_id: place, user_id: author_id, actor_id });
}
