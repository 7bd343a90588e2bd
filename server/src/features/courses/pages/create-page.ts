import { maxCoursePages } from '#contract/values/limits.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { runHooks } from '#server/platform/lifecycle.ts';
import { itemAccess } from '../../access/index.ts';
import { announcePages } from '../announcements/announce.ts';
import { countPages } from '../course-writes.queries.ts';
import { findPage, type LockedCourse, type PageRow } from '../courses.queries.ts';
import { type CourseContext, type CourseEdit, editCourse } from '../edit-course.ts';
import { findFolder } from '../folders/folders.queries.ts';
import { planMove } from '../positions.ts';
import { publishTree, recountPages } from '../publish-course.ts';
import { copiedTitle, type PageText, readPageText } from './page-text.ts';
import { savePageUploads } from './page-uploads.ts';
import {
  findPageByClientId,
  findStoredPage,
  insertPage,
  listPagePositions,
  renumberPages,
  updatePagePlace,
} from './pages.queries.ts';

type Scope = Pick<SpaceContext, 'space_id'>;

/** Returns a page that the viewer sees. @throws AppError `page_not_found` */
export async function requirePage({ tx, viewer }: CourseEdit, pageId: string): Promise<PageRow> {
  const page = await findPage(tx, viewer, pageId);
  if (!page) throw new AppError('page_not_found');
  return page;
}

/**
 * Returns whether everyone sees the published pages of a folder, or of a course without one.
 * @throws AppError `folder_not_found`
 */
export async function isFolderPublished(
  { tx }: CourseEdit,
  course: LockedCourse,
  folderId: string | null,
): Promise<boolean> {
  if (folderId === null) return course.is_published;
  const folder = await findFolder(tx, course.id, folderId);
  if (!folder || folder.deleted_at !== null) throw new AppError('folder_not_found');
  return course.is_published && folder.is_published;
}

interface PagePlace {
  client_id: string;
  /** The page that it is a copy of. */
  copied_from: string | null;
  folder_id: string | null;
  is_published: boolean;
}

/**
 * Returns the page that an earlier call with this client id has created; null without one.
 * @throws AppError `client_id_used` if that call was another one
 */
async function findEarlierPage(
  { tx, course }: CourseEdit,
  clientId: string,
  copiedFrom: string | null,
): Promise<string | null> {
  const earlier = await findPageByClientId(tx, course.id, clientId);
  if (earlier && earlier.copied_from !== copiedFrom) throw new AppError('client_id_used');
  return earlier?.id ?? null;
}

/** Adds a page as the last one of its folder. @throws AppError `too_many_pages` */
async function addPage(edit: CourseEdit, page: PagePlace & PageText): Promise<string> {
  const { tx, course, viewer } = edit;
  const isPublic = (await isFolderPublished(edit, course, page.folder_id)) && page.is_published;
  if ((await countPages(tx, course.id)) >= maxCoursePages) throw new AppError('too_many_pages');
  const [id, at] = [newId(), nowIso()];
  const { space_id } = course;
  const written = { written_by: viewer.user_id, written_at: at, created_at: at, updated_at: at };
  await insertPage(tx, { ...page, ...written, id, course_id: course.id, space_id });
  await savePageUploads(
    tx,
    { id, course_id: course.id, space_id, content: page.content, revision: 0 },
    { user_id: viewer.user_id, at },
  );
  await recountPages(tx, course);
  await publishTree(tx, course, isPublic, [id]);
  if (isPublic) await announcePages({ tx, course, user_id: viewer.user_id }, [id]);
  return id;
}

/**
 * Adds a page at the end of a folder, or of the pages without one. Repeating the call with the same client id returns the
 * existing page.
 * @throws AppError `folder_not_found`, `page_too_long`, `page_too_many_posts`, `upload_not_found`, `page_not_found` if that page was deleted meanwhile,
 * `prerequisite_cycle` if the rules of the folder or the course name the course
 */
export async function createPage(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  input: Omit<PagePlace, 'copied_from'> & { course_id: string; title: string; content: string },
): Promise<PageRow> {
  const { course_id, client_id, folder_id, is_published } = input;
  const text = readPageText(input);
  const run = async (edit: CourseEdit): Promise<PageRow> => {
    const earlier = await findEarlierPage(edit, client_id, null);
    if (earlier) return await requirePage(edit, earlier);
    const id = await addPage(edit, { ...text, client_id, copied_from: null, folder_id, is_published });
    // It has to be completed, too, by those who complete the course.
    await itemAccess.refuseCycles(edit.tx, edit.course.space_id);
    return await requirePage(edit, id);
  };
  return await editCourse(context, viewer, scope, { course_id }, run, { locksSpace: true });
}

/** Adds a copy of a page after it. Repeating the call with the same client id returns the existing copy. */
export async function duplicatePage(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  { page_id, client_id }: { page_id: string; client_id: string },
): Promise<PageRow> {
  return await editCourse(context, viewer, scope, { page_id }, async (edit) => {
    const { tx, course } = edit;
    const earlier = await findEarlierPage(edit, client_id, page_id);
    if (earlier) return await requirePage(edit, earlier);
    const page = await findStoredPage(tx, course.id, page_id);
    if (!page) throw new AppError('page_not_found');
    const { folder_id, is_published, content, text, estimated_duration } = page;
    const title = copiedTitle(page.title);
    const copy = {
      client_id,
      copied_from: page_id,
      folder_id,
      is_published,
      title,
      content,
      text,
      estimated_duration,
    };
    const id = await addPage(edit, copy);
    const { space_id } = course;
    const { user_id } = viewer;
    const copied = { space_id, course_id: course.id, page_id, copy_id: id, title, user_id };
    await runHooks(tx, context, 'coursePageCopied', copied);
    const others = await listPagePositions(tx, page, id);
    const move = planMove(others, id, page_id);
    if (move && 'order' in move) await renumberPages(tx, move.order);
    else if (move) await updatePagePlace(tx, id, { folder_id, position: move.position });
    return await requirePage(edit, id);
  });
}
