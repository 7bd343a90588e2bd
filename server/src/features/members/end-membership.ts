import type { Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, spaceTopic, userTopic } from '#server/platform/live/publish.ts';
import { recordAct } from '../audit/index.ts';
import { voidPointsOfMember } from '../points/index.ts';
import { refusalToRemove } from './members.policy.ts';
import {
  deleteBannedMember,
  deleteMember,
  type LockedMember,
  selectMemberCount,
  updateMemberBanned,
} from './members.queries.ts';
import { lockRoles } from './membership-lock.ts';

type AfterEnd = (tx: Tx, spaceId: string, userId: string) => Promise<void>;
const endings: AfterEnd[] = [];

/** Adds what a feature does, in the same transaction, when somebody leaves a space, is removed or banned. */
export function whenMembershipEnds(run: AfterEnd): void {
  endings.push(run);
}

async function announceEnd(tx: Tx, spaceId: string, userId: string): Promise<void> {
  for (const run of endings) await run(tx, spaceId, userId);
  await publish(tx, userTopic(userId), 'membership.changed', { space_id: spaceId, role: null });
  await publish(tx, spaceTopic(spaceId), 'space.members', {
    space_id: spaceId,
    member_count: await selectMemberCount(tx, spaceId),
  });
}

/** Leaves a space; the owner cannot. */
export async function leaveSpace(db: Database, viewer: Viewer, spaceId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id]);
    if (roles.owner_id === viewer.user_id) throw new AppError('owner_cannot_leave');
    const member = roles.member(viewer.user_id);
    if (member?.status !== 'active') throw new AppError('membership_required');
    await deleteMember(tx, member.id);
    await announceEnd(tx, spaceId, viewer.user_id);
  });
}

/** Finds the member whom the viewer may remove at this moment, and ends the membership by `end`. */
async function endByOthers(
  tx: Tx,
  viewer: Viewer,
  spaceId: string,
  userId: string,
  act: 'member_removed' | 'member_banned',
  end: (member: LockedMember) => Promise<void>,
  before: () => Promise<void> = async () => {},
): Promise<void> {
  const roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
  const actor = { user_id: viewer.user_id, role: roles.roleOf(viewer.user_id) };
  if (actor.role === null) throw new AppError('membership_required');
  const role = roles.roleOf(userId);
  if (role === null) throw new AppError(actor.role === 'member' ? 'remove_not_allowed' : 'member_not_found');
  const refusal = refusalToRemove(actor, { user_id: userId, role });
  if (refusal) throw new AppError(refusal);
  const member = roles.member(userId);
  if (!member) throw new AppError('member_not_found');
  await before();
  await voidPointsOfMember(tx, spaceId, userId);
  await end(member);
  await announceEnd(tx, spaceId, userId);
  await recordAct(tx, { space_id: spaceId, actor_id: viewer.user_id, act, target_user_id: userId });
}

/** Removes a member. What they were hearing and seeing ends as the removal commits; they may join again. */
export async function removeMember(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await db
    .transaction()
    .execute((tx) =>
      endByOthers(tx, viewer, spaceId, userId, 'member_removed', (member) => deleteMember(tx, member.id)),
    );
}

/** Removes a member for good: they cannot make their membership active again. */
export async function banMember(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await db.transaction().execute((tx) => banMemberWithin(tx, viewer, spaceId, userId));
}

/**
 * The same as part of a larger act, which has locked nothing of posts and comments yet. `before` is what it does to those:
 * it runs when the people are locked and before their points are.
 */
export async function banMemberWithin(
  tx: Tx,
  viewer: Viewer,
  spaceId: string,
  userId: string,
  before?: () => Promise<void>,
): Promise<void> {
  await endByOthers(
    tx,
    viewer,
    spaceId,
    userId,
    'member_banned',
    (member) => updateMemberBanned(tx, member.id, { banned_at: nowText(), banned_by: viewer.user_id }),
    before,
  );
}

/** Lifts a ban: the person is a stranger again and may join. */
export async function unbanMember(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await deleteBannedMember(tx, spaceId, userId))) throw new AppError('member_not_found');
    await recordAct(tx, {
      space_id: spaceId,
      actor_id: viewer.user_id,
      act: 'member_unbanned',
      target_user_id: userId,
    });
  });
}
