import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import type { Call } from '#web/lib/api/api-client.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { moveFolder, movePage, type Position, placeOf } from '../course-tree.ts';
import { refetchCourse } from '../courses.api.ts';
import type { CourseTree } from '../courses.entity.ts';
import { queueMove } from '../pending-moves.ts';
import { showFailure } from './change-course.ts';

interface Change {
  itemId: string;
  change: (tree: CourseTree) => CourseTree;
  undo: (tree: CourseTree) => CourseTree;
  send: (call: Call) => Promise<unknown>;
  failed: string;
}

/** Makes a change of the order on the page and sends it. */
async function changeOrder(client: QueryClient, courseId: string, change: Change): Promise<boolean> {
  // A response that is on its way doesn't contain the change yet.
  void client.cancelQueries({ queryKey: ['get_course'] });
  const patch = (work: (tree: CourseTree) => CourseTree) =>
    patchEntity(client, 'course_tree', courseId, work);
  patch(change.change);
  return await queueMove(
    courseId,
    {
      itemId: change.itemId,
      apply: change.change,
      undo: () => void patch(change.undo),
      send: () => change.send(getApiClient(client)),
      onFailure: (error) => showFailure(change.failed, error),
    },
    () => void refetchCourse(client, courseId),
  );
}

/**
 * Moves a page into a folder or out of folders, after another page, first with null, last without `after`. It's shown at once; if it
 * fails, it's taken back and a toast says so. Returns whether the server has made it.
 */
export async function movePageTo(
  client: QueryClient,
  courseId: string,
  { id }: { id: string },
  folderId: string | null,
  after?: Position,
): Promise<boolean> {
  const tree = readEntity(client, 'course_tree', courseId);
  const page = tree?.pages.find((one) => one.id === id);
  if (!tree || !page) return false;
  const before = placeOf(tree, page);
  return await changeOrder(client, courseId, {
    itemId: id,
    change: (now) => movePage(now, id, folderId, after),
    undo: (now) => movePage(now, id, before.folderId, before.after),
    send: (call) =>
      call('move_course_page', {
        page_id: id,
        folder_id: folderId,
        ...(after === undefined ? {} : { after_id: after }),
      }),
    failed: folderId === page.folder_id ? t("Couldn't move the page") : t('Failed to change folder'),
  });
}

/** Moves a folder after another one, or first with null, in the same way. */
export async function moveFolderTo(
  client: QueryClient,
  courseId: string,
  { id }: { id: string },
  after: Position,
): Promise<boolean> {
  const tree = readEntity(client, 'course_tree', courseId);
  const index = tree?.folders.findIndex((one) => one.id === id) ?? -1;
  if (!tree || index < 0) return false;
  const before = tree.folders[index - 1]?.id ?? null;
  return await changeOrder(client, courseId, {
    itemId: id,
    change: (now) => moveFolder(now, id, after),
    undo: (now) => moveFolder(now, id, before),
    send: (call) => call('move_course_folder', { folder_id: id, after_id: after }),
    failed: t("Couldn't move the folder"),
  });
}
