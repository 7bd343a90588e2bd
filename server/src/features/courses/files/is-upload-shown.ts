import { isPageOpen } from '#contract/features/access/access-items.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listLocks } from '../../access/index.ts';
import { toCourseViewer } from '../visible-pages.queries.ts';
import { listShowingPages, type ShowingPage } from './showing-pages.queries.ts';

const itemsOf = (page: ShowingPage) => [
  page,
  { id: page.course_id, access: page.course_access },
  ...(page.folder_id === null ? [] : [{ id: page.folder_id, access: page.folder_access }]),
];

/** Whether the viewer can open a page that shows an image or video. Nobody sees those of a classroom that is turned off. */
export async function isUploadShown(
  db: Db,
  viewer: Viewer | null,
  scope: SpaceContext,
  uploadId: string,
): Promise<boolean> {
  if (!scope.features.includes('classroom')) return false;
  const reader = toCourseViewer(viewer, scope);
  const pages = await listShowingPages(db, reader, uploadId);
  if (pages.some(({ is_editor, completed_at }) => is_editor || completed_at !== null)) return true;
  const items = new Map(pages.flatMap(itemsOf).map((item) => [item.id, item]));
  const user = { space_id: scope.space_id, user_id: reader.member_id };
  const locks = await listLocks(db, user, [...items.values()]);
  const lockOf = (id: string) => ({ lock: locks.get(id) ?? null });
  return pages.some(({ id, course_id, folder_id }) =>
    isPageOpen(lockOf(course_id), folder_id === null ? null : lockOf(folder_id), {
      ...lockOf(id),
      completed_at: null,
    }),
  );
}
