import type { MissingContents } from '#contract/features/courses/course-tree.ts';
import type {
  Course,
  CourseFolder,
  CoursePage,
  CoursePageSummary,
} from '#contract/features/courses/courses.ts';
import { defineEntity } from '#web/lib/cache/entity-cache.ts';
import { hasPendingIn, withPending } from './pending-completions.ts';
import { withMoves } from './pending-moves.ts';

/** The folders and pages of a course, with the id of the course. Pages without a folder come first. */
export interface CourseTree {
  id: string;
  folders: CourseFolder[];
  pages: CoursePageSummary[];
  /** How many pages a large course has beside those around the one that was opened, which are all that is here at first. */
  missing?: MissingContents | null;
  /** Whether a part is the one around the page that the course opens with. */
  hasFirstPage?: boolean;
}

declare module '#web/lib/cache/entity-cache.ts' {
  interface Entities {
    course: Course;
    course_tree: CourseTree;
    course_page: CoursePage;
  }
}

export const courseEntity = defineEntity('course', {
  keep: (now, { id, page_count }) =>
    hasPendingIn(id) && page_count === now.page_count
      ? { completed_count: now.completed_count, progress: now.progress }
      : {},
});

export const courseTreeEntity = defineEntity('course_tree', {
  keep: (_now, incoming) => {
    const tree = withMoves(incoming);
    return hasPendingIn(tree.id) ? { ...tree, pages: tree.pages.map(withPending) } : tree;
  },
});

export const coursePageEntity = defineEntity('course_page');
