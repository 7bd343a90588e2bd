import { z } from 'zod';
import { cursor, defineEndpoint, id, timestamp } from '../../schema/endpoint.ts';
import { avatarPerson } from '../../users.ts';
import { learnerStates } from '../../values/learner-states.ts';

/** A member as the editors of a course see their progress. Editors themselves aren't listed. */
export const courseLearner = z.object({
  person: avatarPerson,
  completed_count: z.number().int(),
  /** In percent, rounded. */
  progress: z.number().int(),
  joined_at: timestamp,
  /** When they marked a page as done last, and which one; null if they haven't. */
  last_completed_at: timestamp.nullable(),
  last_page_id: id.nullable(),
});
export type CourseLearner = z.output<typeof courseLearner>;

/** How the members of a space progress in a course. Only published pages count. */
export const courseStatistics = z.object({
  page_count: z.number().int(),
  /** The members of the space who aren't editors of the course. */
  member_count: z.number().int(),
  /** How many of them have done at least one page, and all of them. */
  started_count: z.number().int(),
  finished_count: z.number().int(),
  /** The average of those who have started, in percent, rounded. */
  average_progress: z.number().int(),
  /** The published pages, in their order. */
  pages: z.array(
    z.object({
      id,
      title: z.string(),
      completed_count: z.number().int(),
      /** Members who haven't finished the course and have done no page since this one. */
      stopped_count: z.number().int(),
    }),
  ),
});
export type CourseStatistics = z.output<typeof courseStatistics>;

const forEditors = { access: 'space-member', feature: 'classroom', errors: ['not_allowed'] } as const;
const ofCourse = z.object({ course_id: id });

export const learnerOperations = {
  get_course_statistics: defineEndpoint({
    ...forEditors,
    method: 'GET',
    path: '/api/courses/:course_id/statistics',
    summary: 'Get how the members progress in a course (its editors).',
    params: ofCourse,
    output: z.object({ statistics: courseStatistics }),
    rateLimit: 'none',
  }),
  list_course_learners: defineEndpoint({
    ...forEditors,
    method: 'GET',
    path: '/api/courses/:course_id/learners',
    summary:
      'List members with their progress in a course, 50 a page (its editors). Those who have started: the latest completion first. The others: the newest member first.',
    params: ofCourse,
    query: z.object({ state: z.enum(learnerStates), cursor }),
    output: z.object({ learners: z.array(courseLearner), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
};
