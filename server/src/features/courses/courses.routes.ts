import { networkOf } from '#server/platform/http/requests/client-address.ts';
import type { Call, RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listLocks } from '../access/index.ts';
import { courseAccessRoutes } from './course-access/course-access.routes.ts';
import { listCourses, listLimit } from './courses.queries.ts';
import { toCourse } from './courses.view.ts';
import { createCourse } from './create-course.ts';
import { deleteCourse, restoreCourse } from './deletion/delete-course.ts';
import { folderRoutes } from './folders/folders.routes.ts';
import { learnerRoutes } from './learners/learners.routes.ts';
import { moveCourse } from './move-course.ts';
import { pageRoutes } from './pages/pages.routes.ts';
import { searchCourse, searchCourses } from './search/search-course.ts';
import { loadCounts } from './tree/load-counts.ts';
import { showCourse } from './tree/show-course.ts';
import { updateCourse } from './update-course.ts';
import { toCourseViewer } from './visible-pages.queries.ts';

const isPosition = (value: string) => /^-?\d{1,20}(\.\d{1,20})?(e[+-]\d{1,3})?$/.test(value);

export function courseRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('list_courses', async ({ input, viewer, scope, liveCursor }) => {
    const after = decodeCursor('courses', input.cursor, isPosition);
    const reader = toCourseViewer(viewer, scope);
    const from = after && { position: Number(after.at), id: after.id };
    const rows = await listCourses(db, reader, scope.space_id, from);
    const { page, next_cursor } = toPage(rows, listLimit - 1, ({ position, id }) =>
      encodeCursor('courses', { at: String(position), id }),
    );
    const locked = page.filter(({ can_edit }) => !can_edit);
    const [counted, locks] = await Promise.all([
      loadCounts(db, reader, page),
      listLocks(db, { space_id: scope.space_id, user_id: reader.member_id }, locked),
    ]);
    return {
      courses: counted.map((row) => toCourse(row, reader, locks)),
      next_cursor,
      live_cursor: liveCursor,
    };
  });

  route('get_course', async ({ input, viewer, scope, liveCursor }) => ({
    ...(await showCourse(db, viewer, scope, input)),
    live_cursor: liveCursor,
  }));

  const toSearcher = ({
    viewer,
    scope,
    request,
  }: Pick<Call<'search_courses'>, 'viewer' | 'scope' | 'request'>) => ({
    ...toCourseViewer(viewer, scope),
    sender: viewer?.user_id ?? networkOf(platform.clientAddress(request.raw)),
  });

  route('search_courses', (call) => searchCourses(db, toSearcher(call), { ...call.scope, ...call.input }));

  route('search_course', async (call) => {
    return { results: await searchCourse(db, toSearcher(call), { ...call.scope, ...call.input }) };
  });

  route('create_course', async ({ input, viewer, scope }) => {
    const row = await createCourse(platform, viewer, scope, input);
    return { course: toCourse(row, toCourseViewer(viewer, scope)) };
  });

  route('update_course', async ({ input, viewer, scope }) => {
    const row = await updateCourse(platform, viewer, scope, input);
    return { course: toCourse(row, toCourseViewer(viewer, scope)) };
  });

  route('delete_course', async ({ input, viewer, scope }) => {
    await deleteCourse(platform, viewer, scope, input.course_id);
    return {};
  });

  route('restore_course', async ({ input, viewer, scope }) => {
    const row = await restoreCourse(platform, viewer, scope, input.course_id);
    return { course: toCourse(row, toCourseViewer(viewer, scope)) };
  });

  route('move_course', async ({ input, viewer, scope }) => {
    await moveCourse(platform, viewer, scope, input);
    return {};
  });

  courseAccessRoutes(route, platform);
  folderRoutes(route, platform);
  learnerRoutes(route, platform);
  pageRoutes(route, platform);
}
