import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireEditableCourse } from '../learners/read-learners.ts';
import { toCourseViewer } from '../visible-pages.queries.ts';
import { previewAccess, readAccess } from './read-access.ts';
import { giveAccess, setAccess, takeAccess } from './set-access.ts';

export function courseAccessRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('set_course_access', async ({ input, viewer, scope }) => {
    return { access: await setAccess(platform, viewer, scope, input) };
  });

  route('give_course_access', async ({ input, viewer, scope }) => {
    return { given_count: await giveAccess(platform, viewer, scope, input) };
  });

  route('take_course_access', async ({ input, viewer, scope }) => {
    return { taken_count: await takeAccess(platform, viewer, scope, input) };
  });

  route('list_course_access', async ({ input, viewer, scope }) => {
    const course = await requireEditableCourse(db, toCourseViewer(viewer, scope), { ...scope, ...input });
    const item = { kind: input.item_kind, id: input.item_id };
    return await readAccess(db, course, item, input.cursor);
  });

  route('preview_course_access', async ({ input, viewer, scope }) => {
    const course = await requireEditableCourse(db, toCourseViewer(viewer, scope), { ...scope, ...input });
    return { items: await previewAccess(db, course, input) };
  });
}
