import type { Member } from '#contract/features/members/members.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { OnlineUsers } from '#server/platform/live/presence/online-users.ts';
import { decodeCursor, encodeCursor, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { banRoutes } from './bans/bans.routes.ts';
import { leaveSpace, removeMember } from './end-membership.ts';
import { joiningRoutes } from './joining/joining.routes.ts';
import { getOrder, listMembers, type MemberRow, toOrder } from './member-list.queries.ts';
import { memberPermissions } from './members.policy.ts';
import { presenceRoutes } from './presence/presence.routes.ts';
import { setMemberRole } from './roles/set-member-role.ts';
import { transferOwnership } from './roles/transfer-ownership.ts';
import { countVisit } from './space-daily-stats.queries.ts';
import { welcomeRoutes } from './welcome/welcome.routes.ts';

const pageSize = 50;

function toMember(
  row: MemberRow,
  viewer: Viewer | null,
  scope: SpaceContext,
  onlineUsers: Pick<OnlineUsers, 'isOnline'>,
): Member {
  const { position: _position, is_blocked, ...columns } = row;
  const isVisible = scope.role !== null && !is_blocked;
  const is_online =
    isVisible && (row.user_id === viewer?.user_id || onlineUsers.isOnline(row.user_id, scope.space_id));
  // The owner of the space has the role `owner`, even if their row has another one.
  const role = row.user_id === scope.owner_id ? ('owner' as const) : row.role;
  const member = { ...columns, role, is_online };
  return {
    ...member,
    permissions: memberPermissions({ user_id: viewer?.user_id ?? '', role: scope.role }, member),
  };
}

export function memberRoutes(route: RouteBinder, platform: Platform): void {
  const { db, onlineUsers } = platform;

  route('leave_space', async ({ input, viewer }) => {
    await leaveSpace(platform, viewer, input.space_id);
    return {};
  });

  route('record_space_visit', async ({ scope }) => {
    if (scope.role === null) await countVisit(db, scope.space_id, nowIso());
    return {};
  });

  route('list_members', async ({ input, viewer, scope }) => {
    const level = input.level ? Number(input.level) : undefined;
    const isMember = scope.role !== null;
    // The order would tell people outside the space who is online.
    const sort = input.sort === 'online' && !isMember ? 'newest' : input.sort;
    const orderName = toOrder(sort, level);
    const order = getOrder(orderName);
    const rows = await listMembers(db, {
      space_id: scope.space_id,
      search: input.search,
      role: input.role,
      level,
      order: orderName,
      after: decodeCursor(orderName, input.cursor, order.isPosition),
      limit: pageSize + 1,
      viewer_id: viewer?.user_id,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor(orderName, { at: row.position, id: order.id(row) }),
    );
    return { members: page.map((row) => toMember(row, viewer, scope, onlineUsers)), next_cursor };
  });

  route('remove_member', async ({ input, viewer }) => {
    await removeMember(platform, viewer, input.space_id, input.user_id);
    return {};
  });

  route('set_member_role', async ({ input, viewer }) => {
    await setMemberRole(platform, viewer, input.space_id, input.user_id, input.role);
    return {};
  });

  route('transfer_ownership', async ({ input, viewer }) => {
    await transferOwnership(platform, viewer, input.space_id, input.user_id);
    return {};
  });

  joiningRoutes(route, platform);
  banRoutes(route, platform);
  presenceRoutes(route, platform);
  welcomeRoutes(route, platform);
}
