import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { requireActiveMember } from '../../members/index.ts';
import { insertCategory } from '../spaces.queries.ts';

/**
 * Adds a category to a space and returns its id. `icon` is one emoji.
 * @throws AppError `membership_required`, `not_allowed`
 */
export async function addCategory(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  category: { name: string; icon: string },
): Promise<string> {
  const id = newId();
  const metadata = { created_by: viewer.user_id, created_at: nowIso() };
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, spaceId, viewer.user_id, { access: 'space-editor' });
    await insertCategory(tx, { ...category, ...metadata, id, space_id: spaceId });
    await recordAudit(tx, {
      space_id: spaceId,
      actor_id: viewer.user_id,
      action: 'category_added',
      details: { name: category.name },
    });
  });
  return id;
}
