import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import { itemAccess } from '../../access/index.ts';
import { announcePages, retractPages } from '../announcements/announce.ts';
import { type CourseContext, editCourse } from '../edit-course.ts';
import { planMove } from '../positions.ts';
import { publishTree, recountPages } from '../publish-course.ts';
import { isFolderPublished } from './create-page.ts';
import { findStoredPage, listPagePositions, renumberPages, updatePagePlace } from './pages.queries.ts';

/**
 * Moves a page to a folder of its course or out of folders: after another page, first with null, last without `after_id`.
 * @throws AppError `folder_not_found`, `position_not_found` if the other page isn't there, `prerequisite_cycle` if the rules of
 * the folder name the page
 */
export async function movePage(
  context: CourseContext,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: { page_id: string; folder_id: string | null; after_id?: string | null | undefined },
): Promise<void> {
  const { page_id, folder_id } = input;
  await editCourse(
    context,
    viewer,
    scope,
    { page_id },
    async (edit) => {
      const { tx, course } = edit;
      const page = await findStoredPage(tx, course.id, page_id);
      if (!page) throw new AppError('page_not_found');
      const becomesPublic = (await isFolderPublished(edit, course, folder_id)) && page.is_published;
      const others = await listPagePositions(tx, { course_id: course.id, folder_id }, page_id);
      const afterId = input.after_id === undefined ? (others.at(-1)?.id ?? null) : input.after_id;
      const move = planMove(others, page_id, afterId);
      if (!move) throw new AppError('position_not_found');
      if ('order' in move) {
        await updatePagePlace(tx, page_id, { folder_id });
        await renumberPages(tx, move.order);
      } else await updatePagePlace(tx, page_id, { folder_id, position: move.position });
      if (folder_id !== page.folder_id) {
        await recountPages(tx, course);
        await itemAccess.refuseCycles(tx, course.space_id);
      }
      await publishTree(tx, course, course.is_target_public || becomesPublic, [page_id]);
      if (becomesPublic && !course.is_target_public)
        await announcePages({ tx, course, user_id: viewer.user_id }, [page_id]);
      if (course.is_target_public && !becomesPublic) await retractPages(tx, course.id, [page_id]);
    },
    { locksSpace: input.folder_id !== null },
  );
}
