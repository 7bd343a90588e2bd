import type { CoursePageRevision } from '#contract/features/courses/courses.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { findPage } from '../courses.queries.ts';
import { requireCanEdit } from '../require-can-edit.ts';
import type { CourseViewer } from '../visible-pages.queries.ts';
import { findRevision, listRevisionRows } from './revisions.queries.ts';

const revisionsPageSize = 50;

/** Checks that the viewer can edit a page. @throws AppError `page_not_found`, `not_allowed` */
async function requireEditablePage(db: Database, viewer: CourseViewer, pageId: string): Promise<void> {
  const page = await findPage(db, viewer, pageId);
  if (!page) throw new AppError('page_not_found');
  requireCanEdit(page);
}

/** Returns the versions of a page, latest first, beginning with the current one. */
export async function listRevisions(
  db: Database,
  viewer: CourseViewer,
  { page_id, before }: { page_id: string; before?: number | undefined },
): Promise<{ revisions: CoursePageRevision[]; next_before: number | null }> {
  await requireEditablePage(db, viewer, page_id);
  const rows = await listRevisionRows(db, page_id, before, revisionsPageSize + 1);
  const revisions = rows.slice(0, revisionsPageSize);
  const next_before = rows.length > revisionsPageSize ? (revisions.at(-1)?.revision ?? null) : null;
  return { revisions, next_before };
}

/** Returns an earlier version of a page with its text. @throws AppError `page_revision_not_found` */
export async function readRevision(
  db: Database,
  viewer: CourseViewer,
  input: { page_id: string; revision: number },
): Promise<{ revision: CoursePageRevision; content: string }> {
  await requireEditablePage(db, viewer, input.page_id);
  const row = await findRevision(db, input.page_id, input.revision);
  if (!row) throw new AppError('page_revision_not_found');
  const { content, ...revision } = row;
  return { revision, content };
}
