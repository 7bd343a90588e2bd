import type { Member } from '#contract/members.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { leaveSpace, removeMember } from './end-membership.ts';
import { joinSpace } from './join-space.ts';
import { spaceLocators } from './members.access.ts';
import { type MemberRow, selectMembers } from './members.queries.ts';

/** Members on a page (document 1, section 9). */
const pageSize = 50;

function toMember(row: MemberRow): Member {
  const { full_name, username, avatar_url, profile_url, ...member } = row;
  return { ...member, user: { id: row.user_id, full_name, username, avatar_url, profile_url } };
}

export function memberRoutes(route: RouteBinder, { db }: Platform): void {
  route('public_join_space', async ({ input, viewer }) => {
    const scope = await spaceLocators.space_id.locate(db, viewer, input.space_id);
    if (!scope) throw new AppError('space_not_found');
    return await joinSpace(db, viewer, scope);
  });

  route('leave_space', async ({ viewer, scope }) => {
    await leaveSpace(db, viewer, scope);
    return {};
  });

  route('list_members', async ({ input, scope }) => {
    const rows = await selectMembers(db, {
      space_id: scope.space_id,
      search: input.search,
      after: decodeCursor('joined', input.cursor, isTimestamp),
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('joined', { at: row.joined_at, id: row.id }),
    );
    return { members: page.map(toMember), next_cursor };
  });

  route('remove_member', async ({ input, viewer, scope }) => {
    await removeMember(db, viewer, scope, input.user_id);
    return {};
  });
}
