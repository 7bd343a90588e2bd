import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { recordAudit } from '../../audit/index.ts';
import type { NotificationContext, NotificationMailer } from '../../notifications/index.ts';
import { voidPointsOfMember } from '../../points/index.ts';
import { publishMembershipEnd, requireCanRemove } from '../end-membership.ts';
import { deleteJoinRequest } from '../joining/join-requests.queries.ts';
import { publishJoinRequests } from '../joining/request-to-join.ts';
import { deleteBannedMember, type LockedMember, markMemberBanned } from '../members.queries.ts';
import { lockRoles } from '../membership-lock.ts';
import { hasBeenMember, insertBan } from './bans.queries.ts';

type AfterBan = (
  tx: Tx,
  mailer: NotificationMailer,
  viewer: Viewer,
  spaceId: string,
  userId: string,
) => Promise<void>;
const banHandlers: AfterBan[] = [];

/** Registers a function that runs at the end of the transaction in which a moderator bans someone. */
export function onMemberBanned(run: AfterBan): void {
  banHandlers.push(run);
}

/**
 * Bans a current or former member: they can't join, request to join or reactivate their membership. Banning them
 * again changes nothing.
 * @throws AppError `member_not_found` for someone who never was a member
 */
export async function banMember(
  context: NotificationContext,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await banMemberInTx(tx, context, viewer, spaceId, userId);
    for (const run of banHandlers) await run(tx, context, viewer, spaceId, userId);
  });
}

/**
 * Bans someone as part of a larger transaction that hasn't locked any posts or comments yet. `before` may do so: it
 * runs once the memberships are locked and before the points are.
 */
export async function banMemberInTx(
  tx: Tx,
  mailer: NotificationMailer,
  viewer: Viewer,
  spaceId: string,
  userId: string,
  before: () => Promise<void> = async () => {},
): Promise<void> {
  const ban = { banned_at: nowIso(), banned_by: viewer.user_id };
  let roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
  requireCanRemove(roles, viewer, userId);
  if (!roles.member(userId)) {
    if (!(await hasBeenMember(tx, spaceId, userId))) throw new AppError('member_not_found');
    // Someone who joined again before the space's row was locked is a member now; later joins wait for this transaction.
    const isBanned = await insertBan(tx, { id: newId(), space_id: spaceId, user_id: userId, ...ban });
    if (isBanned) {
      await before();
      await voidPointsOfMember(tx, spaceId, userId);
      await deletePendingRequest(tx, spaceId, userId);
      await publish(tx, userChannel(userId), 'membership.changed', { space_id: spaceId, role: null });
      await recordBan(tx, viewer, spaceId, userId);
      return;
    }
    roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
  }
  const member = roles.member(userId);
  if (!member) throw new AppError('member_not_found');
  await before();
  if (member.banned_at !== null) return;
  await banActiveMember(tx, mailer, spaceId, member, ban);
  await recordBan(tx, viewer, spaceId, userId);
}

async function banActiveMember(
  tx: Tx,
  mailer: NotificationMailer,
  spaceId: string,
  member: LockedMember,
  ban: { banned_at: string; banned_by: string },
): Promise<void> {
  await voidPointsOfMember(tx, spaceId, member.user_id);
  await markMemberBanned(tx, member.id, ban);
  await deletePendingRequest(tx, spaceId, member.user_id);
  await publishMembershipEnd(tx, mailer, spaceId, member.user_id);
}

/** Deletes the person's open join request. */
async function deletePendingRequest(tx: Tx, spaceId: string, userId: string): Promise<void> {
  if (await deleteJoinRequest(tx, spaceId, userId)) await publishJoinRequests(tx, spaceId, userId);
}

async function recordBan(tx: Tx, viewer: Viewer, spaceId: string, userId: string): Promise<void> {
  await recordAudit(tx, {
    space_id: spaceId,
    actor_id: viewer.user_id,
    action: 'member_banned',
    target_user_id: userId,
  });
}

/** Lifts a ban: the person can join again, but isn't a member. */
export async function unbanMember(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await deleteBannedMember(tx, spaceId, userId))) throw new AppError('member_not_found');
    // The person's open pages refetch and no longer say that they are banned.
    await publish(tx, userChannel(userId), 'membership.changed', { space_id: spaceId, role: null });
    await recordAudit(tx, {
      space_id: spaceId,
      actor_id: viewer.user_id,
      action: 'member_unbanned',
      target_user_id: userId,
    });
  });
}
