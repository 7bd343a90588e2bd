import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import {
  findAuthor,
  insertPoint,
  type LockedPoints,
  listReceivers,
  lockPoints,
  type PointChange,
  type PointSource,
  toChanges,
  updatePoints,
  voidMemberPoints,
  voidSourcePoints,
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

/** Updates the author's points after a like was added or removed. Liking your own content earns no points. */
export async function awardLikePoint(
  tx: Tx,
  source: PointSource,
  sourceId: string,
  actorId: string,
  liked: boolean,
): Promise<void> {
  const author = await findAuthor(tx, source, sourceId);
  if (!author || author.user_id === actorId) return;
  const { space_id, user_id } = author;
  const before = await lockPoints(tx, space_id, [user_id]);
  const like = { source, source_id: sourceId, actor_id: actorId };
  const rows = liked
    ? await insertPoint(tx, { ...like, user_id, space_id }, nowIso())
    : await voidSourcePoints(tx, like, nowIso());
  await applyPointChanges(tx, space_id, before, toChanges(rows, liked ? 1 : -1));
}

/** Revokes the points of a deleted post or comment. */
export async function revokePointsFor(tx: Tx, source: PointSource, sourceId: string): Promise<void> {
  const author = await findAuthor(tx, source, sourceId);
  if (!author) return;
  const before = await lockPoints(tx, author.space_id, [author.user_id]);
  const rows = await voidSourcePoints(tx, { source, source_id: sourceId }, nowIso());
  await applyPointChanges(tx, author.space_id, before, toChanges(rows, -1));
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
