import { listLocal, readLocal, writeLocal } from '#web/lib/cache/local-store.ts';

/** The page of a course that was viewed last, in this browser. Kept for reloads; forgotten when the course is left. */
const prefix = 'last-page:';

export const readLastViewed = (courseId: string): string | null => readLocal<string>(prefix + courseId);

export const rememberLastViewed = (courseId: string, pageId: string): void => {
  writeLocal(prefix + courseId, pageId);
};

export function forgetLastViewed(): void {
  for (const name of listLocal(prefix)) writeLocal(name, null);
}
