import type { Lock } from '#contract/features/access/access.ts';
import type { Course, CourseFolder, CoursePage } from '#contract/features/courses/courses.ts';
import { toProgress } from '#contract/values/progress.ts';
import type { RuledItem } from '../access/index.ts';
import { splitAttachments, toImage } from '../uploads/index.ts';
import type { CourseRow, FolderRow, PageRow } from './courses.queries.ts';
import { toShownBody } from './pages/page-text.ts';
import type { CourseViewer } from './visible-pages.queries.ts';

/** The locks of a viewer by the id of the item. Editors have none. */
export type Locks = ReadonlyMap<string, Lock>;
const none: Locks = new Map();

const openedBy = ({ id, access }: RuledItem, can_edit: boolean, locks: Locks) => ({
  lock: can_edit ? null : (locks.get(id) ?? null),
  access: can_edit ? access : null,
});

/** Maps a row to a course of the contract. */
export function toCourse(
  { position: _, editor_id: __, tree_version: ___, completions_version: ____, ...row }: CourseRow,
  viewer: CourseViewer,
  locks = none,
): Course {
  return {
    ...row,
    ...openedBy(row, row.can_edit, locks),
    cover: row.cover && toImage(row.cover),
    progress: viewer.member_id === null ? null : toProgress(row.completed_count, row.page_count),
  };
}

/** Maps a row to a folder of the contract, as editors see it. */
export const toFolder = (row: FolderRow): CourseFolder => ({ ...row, lock: null });

/** Maps a row to a page of the contract. */
export function toCoursePage({
  content,
  files,
  course_access: _,
  folder_access: __,
  comments_enabled: ___,
  ...row
}: PageRow): CoursePage {
  return {
    ...row,
    ...openedBy(row, row.can_edit, none),
    body: toShownBody(row.title, content),
    content: row.can_edit ? content : null,
    files: splitAttachments(files).files,
  };
}
