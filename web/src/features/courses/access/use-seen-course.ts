import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ItemLock } from '#contract/features/courses/course-access.ts';
import type { Course } from '#contract/features/courses/courses.ts';
import { type SupposedMember, supposedMember } from '#web/features/access/index.ts';
import type { CourseTree } from '../courses.entity.ts';
import { previewQuery } from './access.api.ts';

interface SeenCourse {
  course: Course;
  tree: CourseTree;
}

/** Returns a course with what members see of it, and the locks that someone has. Nothing of it is done. */
export function toSeenCourse(course: Course, tree: CourseTree, items: readonly ItemLock[]): SeenCourse {
  const locks = new Map(items.map(({ item, lock }) => [item.id, lock]));
  const withLock = <Item extends { id: string }>(item: Item) => ({
    ...item,
    lock: locks.get(item.id) ?? null,
  });
  const isSeen = ({ id }: { id: string }) => locks.has(id);
  const pages = tree.pages.filter(isSeen).map((page) => ({ ...withLock(page), completed_at: null }));
  return {
    course: {
      ...withLock(course),
      can_edit: false,
      page_count: pages.length,
      completed_count: 0,
      progress: pages.length === 0 ? null : 0,
    },
    tree: { ...tree, folders: tree.folders.filter(isSeen).map(withLock), pages },
  };
}

/** Returns a course as a supposed member sees it; as it is without one. */
export function useSeenCourse(course: Course, tree: CourseTree, member: SupposedMember | null): SeenCourse {
  const { data } = useQuery({
    ...previewQuery(course.id, member ?? supposedMember.newest),
    enabled: member !== null,
    placeholderData: keepPreviousData,
  });
  return member && data ? toSeenCourse(course, tree, data.items) : { course, tree };
}
