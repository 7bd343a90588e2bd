import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { toCoursePage } from '../courses.view.ts';
import { requireOpenPage } from '../read-page.ts';
import { toCourseViewer } from '../visible-pages.queries.ts';
import { createPage, duplicatePage } from './create-page.ts';
import { deletePage, restorePage } from './delete-page.ts';
import { movePage } from './move-page.ts';
import { listRevisions, readRevision } from './read-revisions.ts';
import { setCompletion } from './set-completion.ts';
import { restoreRevision, updatePage } from './update-page.ts';

export function pageRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('create_course_page', async ({ input, viewer, scope }) => {
    return { page: toCoursePage(await createPage(platform, viewer, scope, input)) };
  });

  route('get_course_page', async ({ input, viewer, scope, liveCursor }) => {
    const row = await requireOpenPage(db, viewer, scope, input.page_id);
    return { page: toCoursePage(row), live_cursor: liveCursor };
  });

  route('update_course_page', async ({ input, viewer, scope }) => {
    return { page: toCoursePage(await updatePage(platform, viewer, scope, input)) };
  });

  route('delete_course_page', async ({ input, viewer, scope }) => {
    await deletePage(platform, viewer, scope, input.page_id);
    return {};
  });

  route('restore_course_page', async ({ input, viewer, scope }) => {
    return { page: toCoursePage(await restorePage(platform, viewer, scope, input.page_id)) };
  });

  route('duplicate_course_page', async ({ input, viewer, scope }) => {
    return { page: toCoursePage(await duplicatePage(platform, viewer, scope, input)) };
  });

  route('move_course_page', async ({ input, viewer, scope }) => {
    await movePage(platform, viewer, scope, input);
    return {};
  });

  route('set_page_completion', async ({ input, viewer, scope }) => {
    return await setCompletion(platform, viewer, scope, input);
  });

  route('list_page_revisions', async ({ input, viewer, scope }) => {
    return await listRevisions(db, toCourseViewer(viewer, scope), input);
  });

  route('get_page_revision', async ({ input, viewer, scope }) => {
    return await readRevision(db, toCourseViewer(viewer, scope), input);
  });

  route('restore_page_revision', async ({ input, viewer, scope }) => {
    return { page: toCoursePage(await restoreRevision(platform, viewer, scope, input)) };
  });
}
