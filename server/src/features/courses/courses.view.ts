import type { Course, CoursePage } from '#contract/features/courses/courses.ts';
import { toProgress } from '#contract/values/progress.ts';
import { toImage } from '../uploads/index.ts';
import type { CourseRow, PageRow } from './courses.queries.ts';
import { toShownBody } from './pages/page-text.ts';
import type { CourseViewer } from './visible-pages.queries.ts';

/** Maps a row to a course of the contract. */
export function toCourse({ position: _, ...row }: CourseRow, viewer: CourseViewer): Course {
  return {
    ...row,
    cover: row.cover && toImage(row.cover),
    progress: viewer.member_id === null ? null : toProgress(row.completed_count, row.page_count),
  };
}

/** Maps a row to a page of the contract. */
export function toCoursePage({ content, ...row }: PageRow): CoursePage {
  return { ...row, body: toShownBody(row.title, content), content: row.can_edit ? content : null };
}
