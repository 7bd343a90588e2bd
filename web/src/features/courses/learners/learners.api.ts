import type { LearnerState } from '#contract/values/learner-states.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';

// What members mark as done reaches only themselves live, so the numbers are loaded again whenever they are looked at.
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const;

/** How the members progress in a course. */
export const statisticsQuery = (courseId: string) => ({
  ...apiQuery('get_course_statistics', { course_id: courseId }),
  ...fresh,
});

/** The members in one state, 50 a page. */
export const learnerPages = (courseId: string, state: LearnerState) => ({
  ...apiPages('list_course_learners', { course_id: courseId, state }, (output) => output),
  ...fresh,
});
