/** What can have access rules in a course. The rules of a course also lock its folders and pages, and those of a folder its pages. */
export const courseItemKinds = ['course', 'folder', 'page'] as const;
/** What can have access rules. Those of an event are the rules of its whole series. */
export const accessItemKinds = [...courseItemKinds, 'event', 'category'] as const;

/** How many rules an item can have. */
export const maxAccessRules = 8;
/** The most days since joining that a rule can ask for. */
export const maxAccessDays = 3650;
/** How long a trial of a paid space lasts, in days. */
export const trialDays = 7;

interface Lockable {
  lock: object | null;
}

/**
 * Whether someone can open a page, given the locks of its course and its folder and its own. What they have done stays open,
 * whatever locks it later.
 */
export function isPageOpen(
  course: Lockable,
  folder: Lockable | null | undefined,
  page: Lockable & { completed_at: string | null },
): boolean {
  if (page.completed_at !== null) return true;
  return course.lock === null && (folder?.lock ?? null) === null && page.lock === null;
}
