import { msg, t } from '#contract/i18n/translate.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import { publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { listModerators } from '../../audit/index.ts';
import { findInviter, listMembersForUpdate } from '../members.queries.ts';
import { restartMembership, startMembership } from '../start-membership.ts';
import type { JoinedSpace } from './join-requests.queries.ts';
import { notifyJoin } from './notify-join.ts';

export interface JoinResponse {
  success: boolean;
  outcome: 'joined' | 'reactivated' | 'already';
  message: string;
  space_id: string;
}

/** Returns the member whom an invitation's `ref` identifies, or null unless it matches exactly one other member. */
export async function resolveInviter(
  db: Database | Tx,
  spaceId: string,
  viewerId: string | null,
  ref: string | undefined,
): Promise<string | null> {
  if (!ref || !/^[0-9a-f]{8}$/.test(ref)) return null;
  const inviter = await findInviter(db, spaceId, ref);
  return inviter === viewerId ? null : inviter;
}

/** How someone became a member. */
interface AddedMember {
  outcome: JoinResponse['outcome'];
  /** The space after its row was locked; null if they were a member before. */
  joined: JoinedSpace | null;
}

/**
 * Adds someone as an active member, for every way to join. Reactivates an ended membership unless they are banned.
 * @throws AppError `membership_blocked`
 */
export async function addMember(
  tx: Tx,
  context: HookContext,
  spaceId: string,
  userId: string,
  invitedBy: string | null,
): Promise<AddedMember> {
  const at = nowIso();
  const started = await startMembership(tx, context, {
    space_id: spaceId,
    user_id: userId,
    role: 'member',
    joined_at: at,
    invited_by: invitedBy,
  });
  let joined = started;
  if (joined === null) {
    const [existing] = await listMembersForUpdate(tx, spaceId, [userId]);
    if (!existing) throw new AppError('membership_required');
    if (existing.banned_at !== null) throw new AppError('membership_blocked');
    if (existing.status === 'active') return { outcome: 'already', joined: null };
    joined = await restartMembership(tx, context, spaceId, existing, at);
  }
  const { member_count } = joined;
  await publish(tx, userChannel(userId), 'membership.changed', { space_id: spaceId, role: 'member' });
  const count = { space_id: spaceId, member_count };
  await publish(tx, spaceChannel(spaceId), 'space.member_count_changed', count);
  return { joined, outcome: started === null ? 'reactivated' : 'joined' };
}

const messages = {
  joined: msg('Joined Space'),
  reactivated: msg('Membership Reactivated'),
  already: msg('You are already a member of this space'),
} as const;

/** @throws AppError `join_needs_approval`, `join_needs_payment` */
function requireOpen({ is_private, is_paid }: Pick<SpaceContext, 'is_private' | 'is_paid'>): void {
  if (is_private) throw new AppError('join_needs_approval');
  if (is_paid) throw new AppError('join_needs_payment');
}

/** Makes the viewer a member of a public free space. If they already are, the response says so. */
export async function joinSpace(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  ref: string | undefined,
): Promise<JoinResponse> {
  const { space_id } = scope;
  if (scope.role) return { success: false, outcome: 'already', message: t(messages.already), space_id };
  requireOpen(scope);
  return await context.db.transaction().execute(async (tx) => {
    const inviter = await resolveInviter(tx, space_id, viewer.user_id, ref);
    // Sent together: the moderators are read once the space is locked.
    const [{ outcome, joined }, moderators] = await Promise.all([
      addMember(tx, context, space_id, viewer.user_id, inviter),
      listModerators(tx, space_id),
    ]);
    // The space may have become private or paid while this waited for its lock.
    if (joined) requireOpen(joined);
    if (outcome !== 'already') await notifyJoin(tx, space_id, viewer.user_id, 'joined', moderators);
    return { success: outcome !== 'already', outcome, message: t(messages[outcome]), space_id };
  });
}
