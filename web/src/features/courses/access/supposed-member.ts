import { apiQuery } from '#web/lib/cache/query-client.ts';

/** A member as the preview supposes them. */
export interface SupposedMember {
  level: number;
  days: number;
  is_paying: boolean;
  is_granted: boolean;
  has_completed: boolean;
}

const toFlag = (value: boolean) => (value ? 'true' : 'false');

/** The locks of a course for a supposed member. */
export const previewQuery = (courseId: string, member: SupposedMember) => ({
  ...apiQuery('preview_course_access', {
    course_id: courseId,
    level: member.level,
    days: member.days,
    is_paying: toFlag(member.is_paying),
    is_granted: toFlag(member.is_granted),
    has_completed: toFlag(member.has_completed),
  }),
  // Levels, time and completions change it without an event.
  staleTime: 0,
});
