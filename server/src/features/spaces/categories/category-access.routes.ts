import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listMemberAccess, previewLocks } from '../../access/index.ts';
import { findCategoryItem } from './category-access.queries.ts';
import { listCategoryLocks } from './closed-categories.ts';
import { giveCategoryAccess, setCategoryAccess, takeCategoryAccess } from './set-category-access.ts';

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

  route('set_category_access', async ({ input, viewer, scope }) => {
    return { access: await setCategoryAccess(db, viewer, scope, input) };
  });

  route('give_category_access', async ({ input, viewer, scope }) => {
    return { given_count: await giveCategoryAccess(db, viewer, scope, input) };
  });

  route('take_category_access', async ({ input, viewer, scope }) => {
    return { taken_count: await takeCategoryAccess(db, viewer, scope, input) };
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
