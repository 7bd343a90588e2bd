/** What can have access rules. The rules of a course also lock its folders and pages, and those of a folder its pages. */
export const accessItemKinds = ['course', 'folder', 'page'] as const;

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
