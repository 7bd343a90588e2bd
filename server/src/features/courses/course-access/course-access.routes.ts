import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { itemAccess } from '../../access/index.ts';
import { requireEditableCourse } from '../learners/read-learners.ts';
import { toCourseViewer } from '../visible-pages.queries.ts';
import { courseItemWrite, type ItemInput } from './course-item-write.ts';
import { previewAccess, readAccess } from './read-access.ts';

export function courseAccessRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  type Call = { input: ItemInput; viewer: Viewer; scope: SpaceContext };
  const writeOf = ({ input, viewer, scope }: Call) => courseItemWrite(platform, viewer, scope, input);

  route('set_course_access', async (call) => {
    return { access: await itemAccess.set(writeOf(call), call.input, call.viewer.user_id) };
  });

  route('give_course_access', async (call) => {
    return { given_count: await itemAccess.give(writeOf(call), call.input, call.viewer.user_id) };
  });

  route('take_course_access', async (call) => {
    return { taken_count: await itemAccess.take(writeOf(call), call.input, call.viewer.user_id) };
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
