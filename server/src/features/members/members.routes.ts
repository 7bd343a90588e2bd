import type { Member } from '#contract/members.ts';
import { canReadSpace, type SpaceContext, type Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { banMember, unbanMember } from './bans/ban-member.ts';
import { listBans, listFormerMembers } from './bans/bans.queries.ts';
import { leaveSpace, removeMember } from './end-membership.ts';
import { listJoinRequests } from './joining/join-requests.queries.ts';
import { joinSpace, resolveInviter } from './joining/join-space.ts';
import { cancelJoinRequest, decideJoinRequest, requestToJoin } from './joining/request-to-join.ts';
import { getOrder, listMembers, type MemberRow, toOrder } from './member-list.queries.ts';
import { spaceLocators } from './members.access.ts';
import { memberPermissions } from './members.policy.ts';
import { findNameAndAvatar } from './members.queries.ts';
import { setMemberRole } from './roles/set-member-role.ts';
import { transferOwnership } from './roles/transfer-ownership.ts';
import { countVisit } from './space-daily-stats.queries.ts';

/** Members, bans or join requests on a page. */
const pageSize = 50;
const maxFormerMembers = 20;

function toMember(row: MemberRow, viewer: Viewer | null, scope: SpaceContext): Member {
  const { position: _position, ...columns } = row;
  // The owner of the space has the role `owner`, even if their row has another one.
  const member = { ...columns, role: row.user_id === scope.owner_id ? ('owner' as const) : row.role };
  return {
    ...member,
    permissions: memberPermissions({ user_id: viewer?.user_id ?? '', role: scope.role }, member),
  };
}

export function memberRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;
  /** Returns the space as the caller sees it from outside, which is enough to join. */
  const requireSpace = async (viewer: Viewer, spaceId: string): Promise<SpaceContext> => {
    const scope = await spaceLocators.space_id.locate(db, viewer, spaceId);
    if (!scope) throw new AppError('space_not_found');
    return scope;
  };

  route('public_join_space', async ({ input, viewer }) => {
    return await joinSpace(platform, viewer, await requireSpace(viewer, input.space_id), input.ref);
  });

  route('leave_space', async ({ input, viewer }) => {
    await leaveSpace(platform, viewer, input.space_id);
    return {};
  });

  route('resolve_invitation', async ({ input, viewer, scope }) => {
    // The start of a user id reveals little more than when someone signed up; it must not expose members of a private
    // space.
    if (scope.is_private && !canReadSpace(scope)) return { inviter: null };
    const inviter = await resolveInviter(db, scope.space_id, viewer?.user_id ?? null, input.ref);
    return { inviter: inviter === null ? null : await findNameAndAvatar(db, inviter) };
  });

  route('record_space_visit', async ({ scope }) => {
    if (scope.role === null) await countVisit(db, scope.space_id, nowIso());
    return {};
  });

  route('list_members', async ({ input, viewer, scope }) => {
    const level = input.level ? Number(input.level) : undefined;
    const orderName = toOrder(input.sort, level);
    const order = getOrder(orderName);
    const rows = await listMembers(db, {
      space_id: scope.space_id,
      search: input.search,
      role: input.role,
      level,
      order: orderName,
      after: decodeCursor(orderName, input.cursor, order.isPosition),
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor(orderName, { at: row.position, id: order.id(row) }),
    );
    return { members: page.map((row) => toMember(row, viewer, scope)), next_cursor };
  });

  route('remove_member', async ({ input, viewer }) => {
    await removeMember(platform, viewer, input.space_id, input.user_id);
    return {};
  });

  route('set_member_role', async ({ input, viewer }) => {
    await setMemberRole(platform, viewer, input.space_id, input.user_id, input.role);
    return {};
  });

  route('ban_member', async ({ input, viewer }) => {
    await banMember(platform, viewer, input.space_id, input.user_id);
    return {};
  });

  route('unban_member', async ({ input, viewer }) => {
    await unbanMember(db, viewer, input.space_id, input.user_id);
    return {};
  });

  route('list_bans', async ({ input }) => {
    const after = decodeCursor('banned', input.cursor, isTimestamp);
    const rows = await listBans(db, { space_id: input.space_id, after, limit: pageSize + 1 });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('banned', { at: row.banned_at ?? '', id: row.id }),
    );
    return {
      bans: page.map((row) => ({ banned_at: row.banned_at ?? '', user: row.user })),
      next_cursor,
    };
  });

  route('list_former_members', async ({ input }) => {
    const rows = await listFormerMembers(db, {
      space_id: input.space_id,
      search: input.search,
      limit: maxFormerMembers,
    });
    return { people: rows };
  });

  route('transfer_ownership', async ({ input, viewer }) => {
    await transferOwnership(platform, viewer, input.space_id, input.user_id);
    return {};
  });

  route('request_to_join', async ({ input, viewer }) => {
    await requestToJoin(db, viewer, await requireSpace(viewer, input.space_id), input, {
      isLimited: platform.config.rateLimits,
    });
    return {};
  });

  route('cancel_join_request', async ({ input, viewer }) => {
    await cancelJoinRequest(db, viewer, (await requireSpace(viewer, input.space_id)).space_id);
    return {};
  });

  route('list_join_requests', async ({ input }) => {
    const after = decodeCursor('requested', input.cursor, isTimestamp);
    const rows = await listJoinRequests(db, { space_id: input.space_id, after, limit: pageSize + 1 });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('requested', { at: row.created_at, id: row.id }),
    );
    const requests = page.map((row) => ({
      id: row.id,
      space_id: row.space_id,
      message: row.message,
      created_at: row.created_at,
      user: row.user,
    }));
    return { requests, next_cursor };
  });

  route('approve_join_request', async ({ input, viewer }) => {
    await decideJoinRequest(platform, viewer, input.space_id, input.user_id, true);
    return {};
  });

  route('decline_join_request', async ({ input, viewer }) => {
    await decideJoinRequest(platform, viewer, input.space_id, input.user_id, false);
    return {};
  });
}
