import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { type LearnerState, learnerStates } from '#contract/values/learner-states.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { classroomTab } from '#web/pages/classroom/classroom.tab.ts';
import { openCourse } from '#web/pages/course/open-course.ts';

/** `/{subdomain}/space/classroom/{course}/progress?show=`: how members progress in a course; only for its editors. */
export const courseProgressRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/classroom/$course/progress',
  component: lazyPage(() => import('./course-progress-page.tsx'), 'CourseProgressPage'),
  staticData: { page: 'course-progress/course-progress-page', activeTab: classroomTab.name },
  // Names what it drops: the router keeps parameters that are missing here.
  validateSearch: ({ show }: Record<string, unknown>): { show?: LearnerState | undefined } => ({
    show: learnerStates.find((state) => state === show),
  }),
  loader: async ({ context, params }) => await openCourse({ context, params, hasStatistics: true }),
  notFoundComponent: lazyPage(() => import('./course-progress-page.tsx'), 'MissingCourse'),
  head: ({ match }) => pageHead(match.context, { title: t('Progress of members') }),
});
