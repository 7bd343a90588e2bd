import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { AccessWrite } from '../../access/index.ts';
import { requireActiveMember } from '../../members/index.ts';
import { findCategoryItem } from './category-access.queries.ts';

/**
 * A write of who can open a category, for `itemAccess`.
 * @throws AppError `category_not_found`
 */
export function categoryWrite(
  db: Database,
  viewer: Viewer,
  { space_id }: Pick<SpaceContext, 'space_id'>,
  category_id: string,
): AccessWrite {
  return {
    edit: (work) =>
      db.transaction().execute(async (tx) => {
        await requireActiveMember(tx, space_id, viewer.user_id, { access: 'space-editor' });
        const found = await findCategoryItem(tx, space_id, category_id, { lock: true });
        if (!found) throw new AppError('category_not_found');
        return await work(tx, { space_id, category_id, title: found.name });
      }),
    changed: 'categories.changed',
  };
}
