import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Course } from '#contract/features/courses/courses.ts';
import { useServerClock } from '#web/lib/server-clock.ts';
import { refetchCourse, refetchPagesOf } from '../courses.api.ts';
import type { CourseTree } from '../courses.entity.ts';
import { nextOpening } from './page-locks.ts';

/** The longest time that a browser waits in one piece, in milliseconds. */
const longestWait = 12 * 60 * 60 * 1000;

/** Refetches a course when one of its locks opens by itself. */
export function useOpenings(course: Course, tree: CourseTree): void {
  const client = useQueryClient();
  const clock = useServerClock();
  const at = nextOpening(course, tree);
  const { id } = course;
  useEffect(() => {
    if (at === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = Math.max(Date.parse(at) - clock(), 0) + 1_000;
      timer = left > longestWait ? setTimeout(wait, longestWait) : setTimeout(refetch, left);
    };
    const refetch = () => {
      void refetchCourse(client, id);
      void refetchPagesOf(client, id);
    };
    wait();
    return () => clearTimeout(timer);
  }, [client, clock, id, at]);
}
