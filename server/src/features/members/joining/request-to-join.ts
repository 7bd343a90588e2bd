import { t } from '#contract/i18n/translate.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { waitText } from '#server/platform/http/limits/rate-limit.ts';
import { newId } from '#server/platform/ids.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { findLastDecline, listModerators, recordAudit } from '../../audit/index.ts';
import { lockLists } from '../../notifications/index.ts';
import { lockRoles } from '../membership-lock.ts';
import { deleteJoinRequest, upsertJoinRequest } from './join-requests.queries.ts';
import { addMember, resolveInviter } from './join-space.ts';
import { notifyJoin } from './notify-join.ts';
import { notifyJoinDecision } from './notify-join-decision.ts';

/** Publishes to the moderators and to the requester that the join requests of a space have changed. */
export async function publishJoinRequests(tx: Tx, spaceId: string, userId: string): Promise<void> {
  const recipients = new Set([userId, ...(await listModerators(tx, spaceId))]);
  await publish(tx, [...recipients].map(userChannel), 'space.join_requests_changed', { space_id: spaceId });
}

/** How long someone whose request was declined waits before they can ask again. */
const declinePauseMs = 24 * 60 * 60 * 1000;

/** @throws AppError `join_request_paused` with `{retry_after}` in seconds */
async function enforceDeclinePause(tx: Tx, spaceId: string, userId: string): Promise<void> {
  const since = new Date(nowMs() - declinePauseMs).toISOString();
  const declinedAt = await findLastDecline(tx, { space_id: spaceId, user_id: userId, since });
  if (declinedAt === null) return;
  const wait = Math.max(1, Math.ceil((Date.parse(declinedAt) + declinePauseMs - nowMs()) / 1000));
  throw new AppError(
    'join_request_paused',
    { retry_after: wait },
    { message: t('Your last request was declined. You can ask again in {wait}.', { wait: waitText(wait) }) },
  );
}

/** Requests membership of a private space. If it `isLimited`, not within a day after a decline. */
export async function requestToJoin(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
  input: { message?: string | null | undefined; ref?: string | undefined; isLimited: boolean },
): Promise<void> {
  if (scope.role) throw new AppError('already_member');
  if (!scope.is_private) throw new AppError(scope.is_paid ? 'join_needs_payment' : 'approval_not_required');
  await db.transaction().execute(async (tx) => {
    // The lock on the space's roles prevents a request during a ban.
    const roles = await lockRoles(tx, scope.space_id, [viewer.user_id]);
    const member = roles.member(viewer.user_id);
    if (member?.banned_at) throw new AppError('membership_blocked');
    if (member?.status === 'active') throw new AppError('already_member');
    if (input.isLimited) await enforceDeclinePause(tx, scope.space_id, viewer.user_id);
    const isNew = await upsertJoinRequest(tx, {
      id: newId(),
      space_id: scope.space_id,
      user_id: viewer.user_id,
      message: input.message || null,
      invited_by: await resolveInviter(tx, scope.space_id, viewer.user_id, input.ref),
      created_at: nowIso(),
    });
    await publishJoinRequests(tx, scope.space_id, viewer.user_id);
    if (!isNew) return;
    const moderators = await listModerators(tx, scope.space_id);
    await notifyJoin(tx, scope.space_id, viewer.user_id, 'requested', moderators);
  });
}

/** Withdraws the viewer's join request. Does nothing if there is none. */
export async function cancelJoinRequest(db: Database, viewer: Viewer, spaceId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await deleteJoinRequest(tx, spaceId, viewer.user_id))
      await publishJoinRequests(tx, spaceId, viewer.user_id);
  });
}

/**
 * Approves or declines a join request and notifies the requester. Of two concurrent decisions the second throws
 * `join_request_not_found`.
 */
export async function decideJoinRequest(
  context: HookContext & { db: Database },
  viewer: Viewer,
  spaceId: string,
  userId: string,
  approve: boolean,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
    roles.require('space-editor', viewer.user_id);
    const request = await deleteJoinRequest(tx, spaceId, userId);
    if (!request) throw new AppError('join_request_not_found');
    const added = approve ? await addMember(tx, context, spaceId, userId, request.invited_by) : null;
    const outcome = added?.outcome ?? null;
    await recordAudit(tx, {
      space_id: spaceId,
      actor_id: viewer.user_id,
      action:
        outcome === null
          ? 'join_request_declined'
          : outcome === 'reactivated'
            ? 'member_reactivated'
            : 'join_request_approved',
      target_user_id: userId,
    });
    await publishJoinRequests(tx, spaceId, userId);
    if (outcome === 'already') return;
    if (outcome !== null) {
      // This sends two notifications, of the join and of the decision, so all lists are locked first, in one order.
      const moderators = await listModerators(tx, spaceId);
      await lockLists(tx, [userId, ...moderators]);
      const others = moderators.filter((id) => id !== viewer.user_id);
      await notifyJoin(tx, spaceId, userId, 'joined', others);
    }
    await notifyJoinDecision(tx, context, {
      space_id: spaceId,
      user_id: userId,
      outcome: approve ? 'approved' : 'declined',
    });
  });
}
