import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { findDependents } from './dependents.queries.ts';

/**
 * Publishes that what asks for one of these courses and pages to be completed may be open to others than before. The caller has
 * locked the courses, so that rules which name them now wait.
 */
export async function publishDependents(
  tx: Tx,
  space_id: string,
  prerequisiteIds: readonly string[],
): Promise<void> {
  const { has_categories, has_events, course_ids } = await findDependents(tx, space_id, prerequisiteIds);
  const channel = spaceChannel(space_id);
  if (has_categories) await publish(tx, channel, 'categories.changed', { space_id });
  if (has_events) await publish(tx, channel, 'calendar.changed', { space_id });
  for (const course_id of course_ids)
    await publish(tx, channel, 'course.tree_changed', { space_id, course_id, page_ids: [] });
}
