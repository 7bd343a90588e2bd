import { canReadSpace, type SpaceContext, type Viewer } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { spaceLocators } from '../members.access.ts';
import { findNameAndAvatar } from '../members.queries.ts';
import { listJoinRequests } from './join-requests.queries.ts';
import { joinSpace, resolveInviter } from './join-space.ts';
import { cancelJoinRequest, decideJoinRequest, requestToJoin } from './request-to-join.ts';

/** Join requests on a page. */
const pageSize = 50;

/** Joining a space, invitations, and requests to join. */
export function joiningRoutes(route: RouteBinder, platform: Platform): void {
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

  route('resolve_invitation', async ({ input, viewer, scope }) => {
    // The start of a user id reveals little more than when someone signed up; it must not expose members of a private
    // space.
    if (scope.is_private && !canReadSpace(scope)) return { inviter: null };
    const inviter = await resolveInviter(db, scope.space_id, viewer?.user_id ?? null, input.ref);
    return { inviter: inviter === null ? null : await findNameAndAvatar(db, inviter) };
  });

  route('request_to_join', async ({ input, viewer }) => {
    const request = { ...input, isLimited: platform.config.rateLimits };
    await requestToJoin(db, viewer, await requireSpace(viewer, input.space_id), request);
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
