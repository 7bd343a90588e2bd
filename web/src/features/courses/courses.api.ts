import type { QueryClient } from '@tanstack/react-query';
import { readContents } from '#contract/features/courses/course-tree.ts';
import type { Course } from '#contract/features/courses/courses.ts';
import { readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';
import { courseEntity, coursePageEntity, courseTreeEntity } from './courses.entity.ts';

/** How long the server may take to send a course, in milliseconds. */
const timeout = 15_000;
/** The longest `around` of a request. No id of a page is longer. */
const maxAround = 200;

/** The courses of a space that the viewer can see, in their order, 50 a page. */
export const coursePages = (spaceId: string) =>
  apiPages('list_courses', { space_id: spaceId }, ({ courses, next_cursor, live_cursor }, client) => {
    writeEntities(client, courseEntity, courses);
    return { course_ids: courses.map(({ id }) => id), next_cursor, live_cursor };
  });

/** Where a course is opened: at a page, or `menu`, or at a page of a folder. */
interface Opening {
  md?: string | undefined;
  moduleId?: string | undefined;
}

/**
 * A course with its folders and pages, by its slug, short id or id. Of a large one, the first request gets only the pages around
 * the one that is opened, and the next one all of them (`useWholeCourse`).
 */
export const courseQuery = (subdomain: string, address: string, { md, moduleId }: Opening = {}) =>
  apiQuery(
    'get_course',
    { subdomain, course: address },
    ({ course, live_cursor, ...contents }, client) => {
      const tree = { id: course.id, ...readContents(contents), hasFirstPage: md === undefined };
      writeEntities(client, courseTreeEntity, [tree]);
      writeEntities(client, courseEntity, [course]);
      return { course_id: course.id, live_cursor };
    },
    timeout,
    (client) => {
      const known = client.getQueryData<{ course_id: string }>([
        'get_course',
        { subdomain, course: address },
      ]);
      if (known || (moduleId !== undefined && md === undefined)) return {};
      return { around: md === 'menu' ? 'start' : (md ?? 'next').slice(0, maxAround) };
    },
  );

/** The pages of a course that contain a text and are open to the viewer. */
export const courseSearchQuery = (courseId: string, search: string) =>
  apiQuery('search_course', { course_id: courseId, search });

/** The courses and pages of a space that contain a text and are open to the viewer. */
export const coursesSearchQuery = (spaceId: string, search: string) =>
  apiQuery('search_courses', { space_id: spaceId, search });

/** A page with its text. */
export const coursePageQuery = (pageId: string) =>
  apiQuery(
    'get_course_page',
    { page_id: pageId },
    ({ page }, client) => {
      writeEntities(client, coursePageEntity, [page]);
      return { page_id: page.id };
    },
    timeout,
  );

export const refetchCourses = (client: QueryClient, spaceId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ['list_courses', { space_id: spaceId }] });

/** Refetches a course, by whatever address it was opened, and courses that couldn't be opened. */
export const refetchCourse = (client: QueryClient, courseId: string): Promise<void> =>
  client.invalidateQueries({
    queryKey: ['get_course'],
    predicate: ({ state }) => {
      const data = state.data as { course_id: string } | undefined;
      return data === undefined || data.course_id === courseId;
    },
  });

/** Refetches the pages of a course that were opened, and pages that couldn't be opened. */
export const refetchPagesOf = (client: QueryClient, courseId: string): Promise<void> =>
  client.invalidateQueries({
    queryKey: ['get_course_page'],
    predicate: ({ state }) => {
      const data = state.data as { page_id: string } | undefined;
      return data === undefined || readEntity(client, 'course_page', data.page_id)?.course_id === courseId;
    },
  });

export const refetchPage = (client: QueryClient, pageId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ['get_course_page', { page_id: pageId }] });

/** Stores what a write to a course returned, and refetches the list. */
export function keepCourse(client: QueryClient, course: Course): void {
  writeEntities(client, courseEntity, [course]);
  void refetchCourses(client, course.space_id);
}
