import type { CoursePageSummary } from '#contract/features/courses/courses.ts';

interface PendingCompletion {
  courseId: string;
  /** When the viewer marked it as done; null if they marked it as not done. */
  completedAt: string | null;
}

/** What the viewer has marked on this page and the server hasn't confirmed, by page. Shown whatever a response says. */
const pending = new Map<string, PendingCompletion>();

export const readPending = (pageId: string): PendingCompletion | undefined => pending.get(pageId);
export const setPending = (pageId: string, completion: PendingCompletion): void => {
  pending.set(pageId, completion);
};
export const clearPending = (pageId: string): void => {
  pending.delete(pageId);
};

/** Whether a mark of a page of this course is being sent. */
export const hasPendingIn = (courseId: string): boolean =>
  [...pending.values()].some((one) => one.courseId === courseId);

/** Returns the page with the mark that is being sent. */
export function withPending(page: CoursePageSummary): CoursePageSummary {
  const known = pending.get(page.id);
  return known ? { ...page, completed_at: known.completedAt } : page;
}
