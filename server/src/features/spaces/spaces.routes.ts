import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import {
  decodeCursor,
  encodeCursor,
  isInteger,
  isTimestamp,
  toPage,
} from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findSpaceContext } from '../members/index.ts';
import { categoryAccessRoutes } from './categories/category-access.routes.ts';
import { checkSubdomain } from './check-subdomain.ts';
import { createSpace } from './create-space.ts';
import { getSetup } from './setup/setup.queries.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { getSpace, listDiscoverSpaces, listMemberSpaces, spaceHasId } from './spaces.queries.ts';
import { toSpace, toSpaceSummary } from './spaces.view.ts';
import { updateSpace } from './update-space.ts';

/** Spaces on a page of discover. */
const pageSize = 24;

export function spaceRoutes(route: RouteBinder, platform: Platform): void {
  const { db, config } = platform;
  setupRoutes(route, platform);
  categoryAccessRoutes(route, platform);

  const loadSpace = async (scope: SpaceContext, viewer: Viewer | null) => {
    const canEdit = scope.permissions.canEditSpace;
    const [row, setup] = await Promise.all([
      getSpace(db, scope.space_id, viewer?.user_id ?? null),
      canEdit && viewer ? getSetup(db, { space_id: scope.space_id, user_id: viewer.user_id }) : null,
    ]);
    return toSpace(row, setup, scope);
  };

  route('create_space', async ({ input, viewer }) => {
    const spaceId = await createSpace(platform, viewer, input, { isLimited: !config.demo });
    const scope = await findSpaceContext(db, viewer, spaceHasId(spaceId));
    if (!scope) throw new AppError('space_not_found');
    return { space: await loadSpace(scope, viewer) };
  });

  route('check_subdomain', async ({ input }) => await checkSubdomain(db, input.name));

  route('get_space', async ({ scope, viewer, liveCursor }) => {
    return { space: await loadSpace(scope, viewer), live_cursor: liveCursor };
  });

  route('get_user_spaces_with_memberships', async ({ viewer }) => {
    return { spaces: (await listMemberSpaces(db, viewer.user_id)).map(toSpaceSummary) };
  });

  route('update_space', async ({ input, viewer, scope }) => {
    await updateSpace(db, viewer, scope.space_id, input);
    const saved = await findSpaceContext(db, viewer, spaceHasId(scope.space_id));
    if (!saved) throw new AppError('space_not_found');
    return { space: await loadSpace(saved, viewer) };
  });

  route('get_space_address', async ({ scope }) => {
    return { subdomain: scope.subdomain };
  });

  route('discover_spaces', async ({ input, viewer }) => {
    const { sort } = input;
    const rows = await listDiscoverSpaces(db, {
      viewerId: viewer?.user_id ?? null,
      search: input.search,
      price: input.price,
      topic: input.topic,
      sort,
      after: decodeCursor(sort, input.cursor, sort === 'new' ? isTimestamp : isInteger),
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) => {
      const at = { recommended: row.active_member_count, largest: row.member_count, new: row.created_at };
      return encodeCursor(sort, { at: String(at[sort]), id: row.id });
    });
    return { spaces: page.map(toSpaceSummary), next_cursor };
  });
}
