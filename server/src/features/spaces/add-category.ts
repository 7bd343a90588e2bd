import type { Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { insertCategory } from './spaces.queries.ts';

/** Adds a category to a space that the viewer may edit; answers its id. `icon` is one emoji. */
export async function addCategory(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  category: { name: string; icon: string },
): Promise<string> {
  const id = newId();
  const made = { created_by: viewer.user_id, created_at: nowText() };
  await insertCategory(db, { ...category, ...made, id, space_id: spaceId });
  return id;
}
