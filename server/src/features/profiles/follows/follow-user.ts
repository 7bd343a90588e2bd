import type { FollowState } from '#contract/features/profiles/follows.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Db, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { canFollow } from './follows.policy.ts';
import {
  deleteFollow,
  findFollow,
  insertFollow,
  listFollowTotals,
  lockFollowTotals,
} from './follows.queries.ts';
import { toFollowState } from './follows.view.ts';

interface Follow {
  follower_id: string;
  following_id: string;
}

/**
 * Returns how the viewer and a person follow each other.
 * @throws AppError `person_not_found`
 */
export async function readFollow(db: Db, viewerId: string, userId: string): Promise<FollowState> {
  const row = await findFollow(db, viewerId, userId);
  if (!row) throw new AppError('person_not_found');
  return toFollowState(viewerId, row);
}

/** Publishes to both people that one of them began to follow the other, or ended that. */
async function publishChange(tx: Tx, follow: Follow, is_following: boolean): Promise<void> {
  const { follower_id, following_id } = follow;
  const ids = [follower_id, following_id];
  const totals = await listFollowTotals(tx, ids);
  const payload = { follower_id, following_id, is_following, totals };
  await publish(tx, ids.map(userChannel), 'follow.changed', payload);
}

async function endFollow(tx: Tx, follow: Follow): Promise<void> {
  if (await deleteFollow(tx, follow)) await publishChange(tx, follow, false);
}

/**
 * Lets the viewer follow a person, which accepts a message request of theirs. Following again changes nothing. A block of the two waits meanwhile, or is seen.
 * @throws AppError `cannot_follow_self`, `person_not_found`, `cannot_follow_person`
 */
export async function followUser(
  context: HookContext & { db: Database },
  viewer: Viewer,
  userId: string,
): Promise<FollowState> {
  if (userId === viewer.user_id) throw new AppError('cannot_follow_self');
  const follow = { follower_id: viewer.user_id, following_id: userId };
  return await context.db.transaction().execute(async (tx) => {
    const user_id = viewer.user_id;
    await runHooks(tx, context, 'userFollowed', { user_id, followed_user_id: userId });
    await lockFollowTotals(tx, [viewer.user_id, userId]);
    const target = await findFollow(tx, viewer.user_id, userId);
    if (!target) throw new AppError('person_not_found');
    if (!canFollow(viewer.user_id, target)) throw new AppError('cannot_follow_person');
    if (await insertFollow(tx, { ...follow, created_at: nowIso() })) await publishChange(tx, follow, true);
    return await readFollow(tx, viewer.user_id, userId);
  });
}

/**
 * Ends that the viewer follows a person. Does nothing if they don't.
 * @throws AppError `person_not_found`
 */
export async function unfollowUser(db: Database, viewer: Viewer, userId: string): Promise<FollowState> {
  return await db.transaction().execute(async (tx) => {
    await lockFollowTotals(tx, [viewer.user_id, userId]);
    await endFollow(tx, { follower_id: viewer.user_id, following_id: userId });
    return await readFollow(tx, viewer.user_id, userId);
  });
}

/** Ends that two people follow each other. */
export async function endFollowsBetween(tx: Tx, one: string, other: string): Promise<void> {
  await lockFollowTotals(tx, [one, other]);
  await endFollow(tx, { follower_id: one, following_id: other });
  await endFollow(tx, { follower_id: other, following_id: one });
}
