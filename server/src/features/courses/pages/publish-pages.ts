import type { Tx } from '#server/platform/db/database.ts';
import { publishTree } from '../publish-course.ts';
import { listPagesShowing, updatePageQuiz } from './pages.queries.ts';

interface EditedCourse {
  id: string;
  space_id: string;
  is_target_public: boolean;
}

/** Stores whether a page has a quiz, and publishes that the page changed: without a course, only the former. */
export async function setPageQuiz(
  tx: Tx,
  course: EditedCourse | null,
  pageId: string,
  hasQuiz: boolean,
): Promise<void> {
  await updatePageQuiz(tx, pageId, hasQuiz);
  if (course) await publishTree(tx, course, course.is_target_public, [pageId]);
}

/** Publishes that the pages that show an upload changed. */
export async function publishPagesShowing(
  tx: Tx,
  course: Omit<EditedCourse, 'is_target_public'>,
  uploadId: string,
) {
  const pages = await listPagesShowing(tx, uploadId);
  for (const isPublic of [true, false]) {
    const ids = pages.filter(({ is_public }) => is_public === isPublic).map(({ page_id: id }) => id);
    if (ids.length > 0) await publishTree(tx, course, isPublic, ids);
  }
}
