import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import { recordAudit } from '../audit/index.ts';
import type { NotificationContext, NotificationMailer } from '../notifications/index.ts';
import { voidPointsOfMember } from '../points/index.ts';
import { publishJoinRequests } from './ask-to-join.ts';
import { insertBan, isWasMember } from './bans.queries.ts';
import { announceEnd, requireMayEnd } from './end-membership.ts';
import { deleteJoinRequest } from './join-requests.queries.ts';
import { deleteBannedMember, type LockedMember, markMemberBanned } from './members.queries.ts';
import { lockRoles } from './membership-lock.ts';

type AfterBan = (
  tx: Tx,
  mailer: NotificationMailer,
  viewer: Viewer,
  spaceId: string,
  userId: string,
) => Promise<void>;
const followers: AfterBan[] = [];

/** Adds what a feature does, in the same transaction and last, when somebody was banned by a moderator. */
export function whenBanned(run: AfterBan): void {
  followers.push(run);
}

/**
 * Bans someone who is or was a member: they cannot join, ask to join or reactivate their membership. Banning someone who
 * is banned changes nothing.
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
    for (const run of followers) await run(tx, context, viewer, spaceId, userId);
  });
}

/**
 * The same as part of a larger act, which has locked nothing of posts and comments yet. `before` is what it does to those:
 * it runs when the people are locked and before their points are.
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
  requireMayEnd(roles, viewer, userId);
  if (!roles.member(userId)) {
    if (!(await isWasMember(tx, spaceId, userId))) throw new AppError('member_not_found');
    // Whoever joined again before the space's row was locked is a member now; later joins wait for this transaction.
    const isBanned = await insertBan(tx, { id: newId(), space_id: spaceId, user_id: userId, ...ban });
    if (isBanned) {
      await before();
      await voidPointsOfMember(tx, spaceId, userId);
      await endRequest(tx, spaceId, userId);
      await publish(tx, userTopic(userId), 'membership.changed', { space_id: spaceId, role: null });
      await recordBan(tx, viewer, spaceId, userId);
      return;
    }
    roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
  }
  const member = roles.member(userId);
  if (!member) throw new AppError('member_not_found');
  await before();
  if (member.banned_at !== null) return;
  await endActive(tx, mailer, spaceId, member, ban);
  await recordBan(tx, viewer, spaceId, userId);
}

async function endActive(
  tx: Tx,
  mailer: NotificationMailer,
  spaceId: string,
  member: LockedMember,
  ban: { banned_at: string; banned_by: string },
): Promise<void> {
  await voidPointsOfMember(tx, spaceId, member.user_id);
  await markMemberBanned(tx, member.id, ban);
  await endRequest(tx, spaceId, member.user_id);
  await announceEnd(tx, mailer, spaceId, member.user_id);
}

/** A request that waits for a decision ends with the ban. */
async function endRequest(tx: Tx, spaceId: string, userId: string): Promise<void> {
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

/** Lifts a ban: the person is a stranger again and may join. */
export async function unbanMember(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await deleteBannedMember(tx, spaceId, userId))) throw new AppError('member_not_found');
    // Pages of theirs that say that they are banned are read again.
    await publish(tx, userTopic(userId), 'membership.changed', { space_id: spaceId, role: null });
    await recordAudit(tx, {
      space_id: spaceId,
      actor_id: viewer.user_id,
      action: 'member_unbanned',
      target_user_id: userId,
    });
  });
}
