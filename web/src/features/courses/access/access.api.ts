import type { AccessItem } from '#contract/features/access/access.ts';
import { apiPages } from '#web/lib/cache/query-client.ts';

// Levels, time and completions change it without an event.
const fresh = { staleTime: 0 } as const;

/** The members with whether they can open an item of a course, 50 a page. */
export const memberAccessPages = (courseId: string, { kind, id }: AccessItem) => ({
  ...apiPages(
    'list_course_access',
    { course_id: courseId, item_kind: kind, item_id: id },
    (output) => output,
  ),
  ...fresh,
});
