import type { QueryClient } from '@tanstack/react-query';
import { coursePageQuery, coursePages, courseQuery, statisticsQuery } from '#web/features/courses/index.ts';

interface CourseAddress {
  subdomain: string;
  course: string;
}

/** Loads the first courses of a space. If that fails, the page shows the error in their place. */
export const loadCourses = (client: QueryClient, spaceId: string): Promise<void> =>
  client.prefetchInfiniteQuery(coursePages(spaceId));

/** Loads a course and the page that `md` names. Resolves to the id of the course; throws if there is no such course. */
export async function loadCourse(
  client: QueryClient,
  { subdomain, course }: CourseAddress,
  md?: string,
): Promise<string> {
  const page = md && md !== 'menu' ? client.prefetchQuery(coursePageQuery(md)) : undefined;
  const [{ course_id }] = await Promise.all([client.fetchQuery(courseQuery(subdomain, course)), page]);
  return course_id;
}

/** Loads how the members progress in a course. If that fails, the page shows the error in its place. */
export const loadStatistics = (client: QueryClient, courseId: string): Promise<void> =>
  client.prefetchQuery(statisticsQuery(courseId));
