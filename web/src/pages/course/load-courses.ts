import type { QueryClient } from '@tanstack/react-query';
import { coursePageQuery, coursePages, courseQuery, statisticsQuery } from '#web/features/courses/index.ts';

interface CourseAddress {
  subdomain: string;
  course: string;
}

/** Loads the first courses of a space. If that fails, the page shows the error in their place. */
export const loadCourses = (client: QueryClient, spaceId: string): Promise<void> =>
  client.prefetchInfiniteQuery(coursePages(spaceId));

interface CourseParts {
  /** A page, or `menu`. */
  md?: string | undefined;
  /** A folder of which a page is opened. */
  moduleId?: string | undefined;
  /** How the members progress. */
  hasStatistics?: boolean | undefined;
}

/**
 * Loads a course and parts of it. Resolves to the id of the course; throws if there is no such course. The page shows the error of
 * a part in its place.
 */
export async function loadCourse(
  client: QueryClient,
  { subdomain, course }: CourseAddress,
  { md, moduleId, hasStatistics }: CourseParts,
): Promise<string> {
  const page = md && md !== 'menu' ? client.prefetchQuery(coursePageQuery(md)) : undefined;
  const [{ course_id }] = await Promise.all([
    client.fetchQuery(courseQuery(subdomain, course, { md, moduleId })),
    page,
  ]);
  if (hasStatistics) await client.prefetchQuery(statisticsQuery(course_id));
  return course_id;
}
