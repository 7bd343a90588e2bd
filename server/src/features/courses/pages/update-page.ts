import { t } from '#contract/i18n/translate.ts';
import { maxPageRevisions } from '#contract/values/limits.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { runHooks } from '#server/platform/lifecycle.ts';
import { announcePages, retractPages } from '../announcements/announce.ts';
import type { PageRow } from '../courses.queries.ts';
import { toCoursePage } from '../courses.view.ts';
import { type CourseContext, type CourseEdit, editCourse } from '../edit-course.ts';
import { publishTree, recountPages } from '../publish-course.ts';
import { isFolderPublished, requirePage } from './create-page.ts';
import { type PageText, readPageText } from './page-text.ts';
import { savePageUploads } from './page-uploads.ts';
import { findStoredPage, type StoredPage, updatePagePublished, updatePageText } from './pages.queries.ts';
import { deleteRevisionsBefore, findRevision, insertRevision } from './revisions.queries.ts';

type Scope = Pick<SpaceContext, 'space_id'>;

/** Stores a new revision of a page, and keeps the earlier ones up to their limit. */
async function writeRevision(
  context: CourseContext,
  { tx, viewer: { user_id } }: CourseEdit,
  page: StoredPage,
  text: PageText,
  at: string,
): Promise<void> {
  const { id: page_id, revision, space_id, title, content, written_by, written_at } = page;
  await insertRevision(tx, { page_id, revision, space_id, title, content, written_by, written_at });
  await updatePageText(tx, page_id, {
    ...text,
    revision: revision + 1,
    written_by: user_id,
    written_at: at,
    updated_at: at,
  });
  await savePageUploads(tx, { ...page, content: text.content }, { user_id, at });
  const upload_ids = await deleteRevisionsBefore(tx, page_id, revision + 1 - maxPageRevisions);
  if (upload_ids.length > 0) await runHooks(tx, context, 'courseUploadsReleased', { upload_ids });
}

interface PageChange {
  title?: string | undefined;
  content?: string | undefined;
  is_published?: boolean | undefined;
  base_revision?: number | undefined;
}

/** Changes a page, given the revision that the change is based on. Saving what is stored changes nothing. */
async function changePage(
  context: CourseContext,
  edit: CourseEdit,
  pageId: string,
  input: PageChange,
): Promise<PageRow> {
  const { tx, course } = edit;
  const page = await findStoredPage(tx, course.id, pageId);
  if (!page) throw new AppError('page_not_found');
  const { title = page.title, content = page.content, is_published = page.is_published } = input;
  // What isn't edited stays as it is, also a title that title case would change, such as that of a copy.
  const isEdited = input.title !== undefined || input.content !== undefined;
  const text = isEdited ? readPageText({ title, content }, page.content) : page;
  const changesText = text.title !== page.title || text.content !== page.content;
  const changesPublished = is_published !== page.is_published;
  if (!changesText && !changesPublished) return await requirePage(edit, pageId);
  if (changesText && input.base_revision !== page.revision)
    throw new AppError('page_edit_conflict', { page: toCoursePage(await requirePage(edit, pageId)) });
  const at = nowIso();
  if (changesText) await writeRevision(context, edit, page, text, at);
  if (changesPublished) {
    await updatePagePublished(tx, pageId, { is_published, updated_at: at });
    await recountPages(tx, course);
  }
  const isPublic =
    (page.is_published || is_published) && (await isFolderPublished(edit, course, page.folder_id));
  await publishTree(tx, course, isPublic, [pageId]);
  if (changesPublished && isPublic) {
    if (is_published) await announcePages({ tx, course, user_id: edit.viewer.user_id }, [pageId]);
    else await retractPages(tx, course.id, [pageId]);
  }
  return await requirePage(edit, pageId);
}

/**
 * Edits, publishes or unpublishes a page; missing fields stay unchanged.
 * @throws AppError `page_edit_conflict` with `{page}`, the current one, if title or content are changed and the page has another
 * revision; `page_too_long`, `page_too_many_posts`, `upload_not_found`
 */
export async function updatePage(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  input: PageChange & { page_id: string },
): Promise<PageRow> {
  const { page_id } = input;
  const changesText = input.title !== undefined || input.content !== undefined;
  if (changesText && input.base_revision === undefined) {
    const message = t('Base revision is required.');
    throw new AppError('invalid_input', { issues: [{ path: 'base_revision', message }] });
  }
  return await editCourse(
    context,
    viewer,
    scope,
    { page_id },
    async (edit) => await changePage(context, edit, page_id, input),
  );
}

/**
 * Saves an earlier version of a page as its newest one.
 * @throws AppError `page_revision_not_found`, `page_edit_conflict`
 */
export async function restoreRevision(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  input: { page_id: string; revision: number; base_revision: number },
): Promise<PageRow> {
  const { page_id, revision, base_revision } = input;
  return await editCourse(context, viewer, scope, { page_id }, async (edit) => {
    const earlier = await findRevision(edit.tx, page_id, revision);
    if (!earlier) throw new AppError('page_revision_not_found');
    const { title, content } = earlier;
    return await changePage(context, edit, page_id, { title, content, base_revision });
  });
}
