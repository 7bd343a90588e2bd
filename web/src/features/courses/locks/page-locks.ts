import type { Lock } from '#contract/features/access/access.ts';
import { isPageOpen } from '#contract/features/access/access-items.ts';
import type { Course, CoursePageSummary } from '#contract/features/courses/courses.ts';
import type { CourseTree } from '../courses.entity.ts';

/** What locks a page for the viewer: its course, its folder, the page itself. Empty if they can open it. */
export function locksOf(
  course: Course,
  tree: CourseTree,
  page: CoursePageSummary,
): { kind: 'course' | 'folder' | 'page'; lock: Lock }[] {
  const folder = tree.folders.find(({ id }) => id === page.folder_id);
  if (isPageOpen(course, folder, page)) return [];
  return [
    { kind: 'course' as const, lock: course.lock },
    { kind: 'folder' as const, lock: folder?.lock ?? null },
    { kind: 'page' as const, lock: page.lock },
  ].flatMap(({ kind, lock }) => (lock ? [{ kind, lock }] : []));
}

/** Returns when the first lock of a course opens by itself; null if none does. */
export function nextOpening(course: Course, tree: CourseTree): string | null {
  const locks = [course.lock, ...tree.folders.map(({ lock }) => lock), ...tree.pages.map(({ lock }) => lock)];
  const times = locks.flatMap((lock) => lock?.unmet.flatMap(({ opens_at }) => opens_at ?? []) ?? []);
  return times.toSorted()[0] ?? null;
}

/** Whether anything of a course is locked, so that a completed page may open something. */
export const hasLocks = (course: Course | undefined, tree: CourseTree): boolean =>
  course?.lock != null || [...tree.folders, ...tree.pages].some(({ lock }) => lock !== null);
