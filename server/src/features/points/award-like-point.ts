import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceTopic } from '#server/platform/live/publish.ts';
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

// Whoever changes points holds the member, post or comment that is the reason for it; people's points are locked last.

/** Brings changes of the ledger into the sums and tells the space. `before`: the sums as they were locked. */
export async function applyChanges(
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
    await publish(tx, spaceTopic(spaceId), 'member.level', payload);
  }
  await publish(tx, spaceTopic(spaceId), 'space.points', { space_id: spaceId });
}

/** A like has come to be there or not to be there: its point follows. Nobody gives points to themselves. */
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
  await applyChanges(tx, space_id, before, toChanges(rows, liked ? 1 : -1));
}

/** A post or comment is no longer there: its likes no longer count. */
export async function revokePointsFor(tx: Tx, source: PointSource, sourceId: string): Promise<void> {
  const author = await findAuthor(tx, source, sourceId);
  if (!author) return;
  const before = await lockPoints(tx, author.space_id, [author.user_id]);
  const rows = await voidSourcePoints(tx, { source, source_id: sourceId }, nowIso());
  await applyChanges(tx, author.space_id, before, toChanges(rows, -1));
}

/**
 * Someone is removed from a space by others: what they gave and what they received no longer counts. (Who leaves by
 * themselves keeps both: they may come back, and what they liked was meant.)
 */
export async function voidPointsOfMember(tx: Tx, spaceId: string, userId: string): Promise<void> {
  const receivers = new Set([userId, ...(await listReceivers(tx, spaceId, userId))]);
  const before = await lockPoints(tx, spaceId, [...receivers]);
  const rows = await voidMemberPoints(tx, spaceId, userId, nowIso());
  await applyChanges(tx, spaceId, before, toChanges(rows, -1));
}
