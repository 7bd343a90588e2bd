import type { Target } from '#contract/values/targets.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import {
  insertPoint,
  type LockedPoints,
  listReceivers,
  lockPoints,
  type PointChange,
  toChanges,
  updatePoints,
  voidMemberPoints,
  voidTargetPoints,
} from './points.queries.ts';

// Lock order: the caller locks the member, post or comment that changes the points first; `member_points` rows are
// locked last.

/** Applies ledger changes to the totals and publishes them to the space. `before`: the rows as they were locked. */
export async function applyPointChanges(
  tx: Tx,
  spaceId: string,
  before: LockedPoints[],
  changes: PointChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const known = new Map(before.map((row) => [row.user_id, row.level_version]));
  for (const { user_id, level, level_version } of await updatePoints(tx, spaceId, changes)) {
    if (known.get(user_id) === level_version) continue;
    const payload = { space_id: spaceId, user_id, level, level_version };
    await publish(tx, spaceChannel(spaceId), 'member.level_changed', payload);
  }
  await publish(tx, spaceChannel(spaceId), 'space.points_changed', { space_id: spaceId });
}

/** A target whose author has points for it. */
interface AuthoredTarget {
  space_id: string;
  author_id: string;
  target: Target;
}

/** Updates the author's points after a reaction was added or removed. Reacting to your own content earns no points. */
export async function awardPoint(
  tx: Tx,
  { space_id, author_id, target, actor_id }: AuthoredTarget & { actor_id: string },
  isAwarded: boolean,
): Promise<void> {
  if (author_id === actor_id) return;
  const before = await lockPoints(tx, space_id, [author_id]);
  const rows = isAwarded
    ? await insertPoint(tx, { target, actor_id, user_id: author_id, space_id }, nowIso())
    : await voidTargetPoints(tx, { target_id: target.id, actor_id }, nowIso());
  await applyPointChanges(tx, space_id, before, toChanges(rows, isAwarded ? 1 : -1));
}

/** Revokes the points of a deleted target. */
export async function revokePointsFor(
  tx: Tx,
  { space_id, author_id, target_id }: { space_id: string; author_id: string; target_id: string },
): Promise<void> {
  const before = await lockPoints(tx, space_id, [author_id]);
  const rows = await voidTargetPoints(tx, { target_id }, nowIso());
  await applyPointChanges(tx, space_id, before, toChanges(rows, -1));
}

/**
 * Voids all points that a member gave or received, when someone else removes them from a space. A member who leaves
 * voluntarily keeps both, because they may come back.
 */
export async function voidPointsOfMember(tx: Tx, spaceId: string, userId: string): Promise<void> {
  const receivers = new Set([userId, ...(await listReceivers(tx, spaceId, userId))]);
  const before = await lockPoints(tx, spaceId, [...receivers]);
  const rows = await voidMemberPoints(tx, spaceId, userId, nowIso());
  await applyPointChanges(tx, spaceId, before, toChanges(rows, -1));
}
