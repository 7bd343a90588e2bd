import type { Db } from '#server/platform/db/database.ts';
import { listEditorsAmong } from '#server/platform/space-editors.queries.ts';
import { type NotifiableTarget, onlyReadersByKey } from '#server/platform/targets.ts';
import { listOpenTo } from '../../access/index.ts';
import { type AnnouncedCourse, findAnnouncedCourse } from './announcements.queries.ts';

/** Returns those of the members who can open a course and, if pages are given, at least one of them. */
export async function listCourseReaders(
  db: Db,
  course: Omit<AnnouncedCourse, 'description' | 'page_count'> & { space_id: string },
  userIds: string[],
): Promise<string[]> {
  const chains =
    course.pages.length === 0
      ? [[course]]
      : course.pages.map(({ page, folder }) => (folder ? [course, folder, page] : [course, page]));
  const open = await listOpenTo(db, course.space_id, userIds, chains);
  if (open.length === userIds.length) return userIds;
  const editors = await listEditorsAmong(db, course.space_id, userIds);
  const isOpen = new Set([...open, ...editors, course.editor_id]);
  return userIds.filter((userId) => isOpen.has(userId));
}

/** Who can open a course, or the page of it that a notification is about, at the moment of sending it. */
export const courseNotifications: NotifiableTarget = {
  onlyReaders: (db, entries) =>
    onlyReadersByKey(
      entries,
      ({ id, post_id }) => `${id} ${post_id}`,
      async ({ space_id, id, post_id }, userIds) => {
        const course = await findAnnouncedCourse(db, id, post_id === null ? [] : [post_id]);
        if (!course || (post_id !== null && course.pages.length === 0)) return [];
        return await listCourseReaders(db, { ...course, space_id }, userIds);
      },
    ),
};
