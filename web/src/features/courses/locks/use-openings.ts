import { useQueryClient } from '@tanstack/react-query';
import type { Course } from '#contract/features/courses/courses.ts';
import { useOpening } from '#web/features/access/index.ts';
import { refetchCourse, refetchPagesOf } from '../courses.api.ts';
import type { CourseTree } from '../courses.entity.ts';
import { nextOpening } from './page-locks.ts';

/** Refetches a course when one of its locks opens by itself. */
export function useOpenings(course: Course, tree: CourseTree): void {
  const client = useQueryClient();
  useOpening(nextOpening(course, tree), () => {
    void refetchCourse(client, course.id);
    void refetchPagesOf(client, course.id);
  });
}
