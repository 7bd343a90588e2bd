import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { itemAccess, listMemberAccess, previewLocks } from '../../access/index.ts';
import { findCategoryItem } from './category-access.queries.ts';
import { categoryWrite } from './category-write.ts';
import { listCategoryLocks } from './closed-categories.ts';

export function categoryAccessRoutes(route: RouteBinder, { db }: Platform): void {
  const requireItem = async (spaceId: string, categoryId: string) => {
    const item = await findCategoryItem(db, spaceId, categoryId, { lock: false });
    if (!item) throw new AppError('category_not_found');
    return item;
  };

  route('list_category_locks', async ({ viewer, scope }) => {
    const locks = await listCategoryLocks(db, viewer, scope);
    const { canEditSpace } = scope.permissions;
    return {
      categories: scope.category_rules.map(({ id, access }) => ({
        category_id: id,
        lock: locks.get(id) ?? null,
        access: canEditSpace ? access : null,
      })),
    };
  });

  type Call = { input: { category_id: string }; viewer: Viewer; scope: SpaceContext };
  const writeOf = ({ input, viewer, scope }: Call) => categoryWrite(db, viewer, scope, input.category_id);

  route('set_category_access', async (call) => {
    return { access: await itemAccess.set(writeOf(call), call.input, call.viewer.user_id) };
  });

  route('give_category_access', async (call) => {
    return { given_count: await itemAccess.give(writeOf(call), call.input, call.viewer.user_id) };
  });

  route('take_category_access', async (call) => {
    return { taken_count: await itemAccess.take(writeOf(call), call.input, call.viewer.user_id) };
  });

  route('list_category_access', async ({ input, scope }) => {
    const item = await requireItem(scope.space_id, input.category_id);
    return await listMemberAccess(db, {
      space_id: scope.space_id,
      items: [{ kind: 'category', ...item }],
      cursor: input.cursor,
      listAlwaysOpen: () => Promise.resolve(new Map()),
    });
  });

  route('preview_category_access', async ({ input, scope }) => {
    const item = await requireItem(scope.space_id, input.category_id);
    const locks = await previewLocks(db, scope.space_id, [item], input);
    return { lock: locks.get(item.id) ?? null };
  });
}
