import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { findDependents } from './dependents.queries.ts';

/**
 * Publishes that what asks for one of these courses and pages to be completed may be open to others than before. No rule that
 * names them can be saved meanwhile: the caller has locked the courses, or they were deleted in an earlier transaction.
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
