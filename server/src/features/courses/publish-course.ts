import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { publishDependents } from '../access/index.ts';
import { updatePageCount } from './course-writes.queries.ts';
import { listCourseEditors } from './courses.queries.ts';

interface ChangedCourse {
  id: string;
  space_id: string;
}

/** Returns the channels on which a change is published: that of the space, or for a draft those of its editors. */
async function channelsOf(tx: Tx, { id, space_id }: ChangedCourse, isPublic: boolean): Promise<string[]> {
  return isPublic ? [spaceChannel(space_id)] : (await listCourseEditors(tx, id)).map(userChannel);
}

/** Publishes that a course appeared, changed or disappeared. */
export async function publishCourse(
  tx: Tx,
  course: ChangedCourse,
  type: 'course.created' | 'course.changed' | 'course.deleted',
  isPublic: boolean,
): Promise<void> {
  const payload = { space_id: course.space_id, course_id: course.id };
  await publish(tx, await channelsOf(tx, course, isPublic), type, payload);
}

/** Publishes a change of folders and pages. `isPublic` if everyone saw what changed, before or after. */
export async function publishTree(
  tx: Tx,
  course: ChangedCourse,
  isPublic: boolean,
  pageIds: string[] = [],
): Promise<void> {
  const payload = { space_id: course.space_id, course_id: course.id, page_ids: pageIds };
  await publish(tx, await channelsOf(tx, course, isPublic), 'course.tree_changed', payload);
}

/** Publishes a change of what some users can open. */
export async function publishTreeTo(tx: Tx, course: ChangedCourse, channels: string[]): Promise<void> {
  const payload = { space_id: course.space_id, course_id: course.id, page_ids: [] };
  await publish(tx, channels, 'course.tree_changed', payload);
}

/** Counts the pages that everyone sees. Who has completed the course, and can open what asks for that, may be others then. */
export async function recountPages(tx: Tx, { id, space_id }: ChangedCourse): Promise<void> {
  if (await updatePageCount(tx, id)) await publishDependents(tx, space_id, [id]);
}
