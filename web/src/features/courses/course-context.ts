import { createContext, useContext } from 'react';
import type { Course, CoursePageSummary } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { CommentSearch } from '#web/features/comments/index.ts';
import type { CourseTree } from './courses.entity.ts';
import type { CourseDialog } from './writing/course-dialogs.tsx';

/** The request for the pages of a large course that aren't here yet, which comes by itself. */
export interface RestOfCourse {
  /** Why it failed; null if it didn't, or while it's repeated. */
  error: Error | null;
  /** Requests them now, unless a request is under way. */
  request: () => void;
}

/** What the parts of the page of a course share. */
interface CourseContextValue {
  space: Space;
  course: Course;
  /** The slug, short id or id of the course, as in the address. */
  address: string;
  tree: CourseTree;
  rest: RestOfCourse;
  /** The page that is shown. */
  pageId: string | null;
  /** How the comments below it are shown. */
  commentSearch: CommentSearch;
  /** Whether the viewer has progress: members do. */
  hasProgress: boolean;
  /** Whether it is shown as a supposed member sees it, who can't do anything. */
  isPreview: boolean;
  /** Whether a new page is being saved. */
  isCreating: boolean;
  openDialog: (dialog: CourseDialog) => void;
  editPage: (page: Pick<CoursePageSummary, 'id'>) => void;
  /** Opens the editor for a new page in a folder, or without one. */
  newPage: (folderId: string | null) => void;
}

const CourseContext = createContext<CourseContextValue | null>(null);
export const CourseContextProvider = CourseContext.Provider;

export function useCourse(): CourseContextValue {
  const context = useContext(CourseContext);
  if (!context) throw new Error('useCourse must be used within the page of a course');
  return context;
}
