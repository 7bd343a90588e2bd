import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { type HookContext, type LifecycleEvents, runHooks } from '#server/platform/lifecycle.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { recordAudit } from '../../audit/index.ts';
import { endMembership, requireCanRemove } from '../end-membership.ts';
import { deleteJoinRequest } from '../joining/join-requests.queries.ts';
import { publishJoinRequests } from '../joining/request-to-join.ts';
import { lockRoles } from '../membership-lock.ts';
import { deleteBannedMember, insertBan } from '../memberships.queries.ts';
import { hasBeenMember } from './bans.queries.ts';

/**
 * Bans a current or former member: they can't join, request to join or reactivate their membership. Banning them
 * again changes nothing.
 * @throws AppError `member_not_found` for someone who never was a member
 */
export async function banMember(
  context: HookContext & { db: Database },
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await context.db
    .transaction()
    .execute((tx) => banMemberInTx(tx, context, viewer, spaceId, userId, nothing, nothing));
}

const nothing = async () => {};

/**
 * Bans someone as part of a larger transaction that hasn't locked any posts or comments yet. `removeContent` may do so: it
 * runs once the memberships are locked and before the points are. `resolveCase` may lock a case: it runs before the hooks of
 * the ban, the last of which lock counts of cases.
 */
export async function banMemberInTx(
  tx: Tx,
  context: HookContext,
  viewer: Viewer,
  spaceId: string,
  userId: string,
  removeContent: () => Promise<void>,
  resolveCase: () => Promise<void>,
): Promise<void> {
  const was = await writeBan(tx, context, viewer, spaceId, userId, removeContent);
  await resolveCase();
  const banned = { space_id: spaceId, user_id: userId, banned_by: viewer.user_id, was };
  await runHooks(tx, context, 'memberBanned', banned);
}

/** Writes the ban. Returns what the person was before. */
async function writeBan(
  tx: Tx,
  context: HookContext,
  viewer: Viewer,
  spaceId: string,
  userId: string,
  removeContent: () => Promise<void>,
): Promise<LifecycleEvents['memberBanned']['was']> {
  const ban = { banned_at: nowIso(), banned_by: viewer.user_id };
  let roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
  requireCanRemove(roles, viewer, userId);
  if (!roles.member(userId)) {
    if (!(await hasBeenMember(tx, spaceId, userId))) throw new AppError('member_not_found');
    // Someone who joined again before the space's row was locked is a member now; later joins wait for this transaction.
    const isBanned = await insertBan(tx, { id: newId(), space_id: spaceId, user_id: userId, ...ban });
    if (isBanned) {
      await removeContent();
      await deletePendingRequest(tx, spaceId, userId);
      await publish(tx, userChannel(userId), 'membership.changed', { space_id: spaceId, role: null });
      await recordBan(tx, viewer, spaceId, userId);
      return 'former_member';
    }
    roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
  }
  const member = roles.member(userId);
  if (!member) throw new AppError('member_not_found');
  await removeContent();
  if (member.banned_at !== null) return 'banned';
  await deletePendingRequest(tx, spaceId, userId);
  await endMembership(tx, context, spaceId, member, { reason: 'banned', ban });
  await recordBan(tx, viewer, spaceId, userId);
  return 'member';
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

/**
 * Lifts a ban: the person can join again, but isn't a member.
 * @throws AppError `member_not_found`, `membership_required`, `not_allowed`
 */
export async function unbanMember(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
    roles.require('space-editor', viewer.user_id);
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
