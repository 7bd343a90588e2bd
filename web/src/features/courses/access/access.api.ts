import type { courseItemKinds } from '#contract/features/access/access-items.ts';
import { type SupposedMember, supposedMember } from '#web/features/access/index.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';

/** A course, or a folder or page of it. */
export interface CourseItem {
  kind: (typeof courseItemKinds)[number];
  id: string;
}

// Levels, time and completions change it without an event.
const fresh = { staleTime: 0 } as const;

/** The members with whether they can open an item of a course, 50 a page. */
export const memberAccessPages = (courseId: string, { kind, id }: CourseItem) => ({
  ...apiPages(
    'list_course_access',
    { course_id: courseId, item_kind: kind, item_id: id },
    (output) => output,
  ),
  ...fresh,
});

/** The locks of a course for a supposed member. */
export const previewQuery = (courseId: string, member: SupposedMember) => ({
  ...apiQuery('preview_course_access', { course_id: courseId, ...supposedMember.toPreviewInput(member) }),
  ...fresh,
});
