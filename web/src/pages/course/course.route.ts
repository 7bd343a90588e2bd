import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { spaceHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { readSpace } from '#web/features/spaces/index.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { classroomTab } from '#web/pages/classroom/classroom.tab.ts';

/** `/{subdomain}/space/classroom/{slug, short id or id}?md=`: the id of a page, or `menu` for the overview on phones. */
export const courseRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/classroom/$course',
  component: lazyPage(() => import('./course-page.tsx'), 'CoursePage'),
  staticData: { page: 'course/course-page', activeTab: classroomTab.name },
  validateSearch: ({ md }: Record<string, unknown>): { md?: string } =>
    typeof md === 'string' ? { md } : {},
  loader: async ({ context: { queryClient }, context, params, location }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    const space = readSpace(queryClient, ids.space_id);
    if (!space || !classroomTab.canOpen(space))
      throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
    // Loaded on demand, as the page: scripts of other pages contain nothing of courses.
    const loading = import('./load-courses.ts').then(({ loadCourse }) =>
      loadCourse(queryClient, params, location.search),
    );
    // In the browser, the page shows what is loading, and the error if it fails.
    if (typeof window !== 'undefined') {
      loading.catch(() => {});
      return { ...ids, course_id: null };
    }
    try {
      return { ...ids, course_id: await loading };
    } catch (error) {
      if (isApiError(error) && error.status < 500) throw notFound();
      return { ...ids, course_id: null };
    }
  },
  notFoundComponent: lazyPage(() => import('./course-page.tsx'), 'MissingCourse'),
  head: ({ match, loaderData }) => {
    const { queryClient } = match.context;
    const course = loaderData?.course_id
      ? readEntity(queryClient, 'course', loaderData.course_id)
      : undefined;
    const path = `/space/classroom/${course?.slug ?? match.params.course}`;
    return spaceHead(match.context, loaderData?.space_id, path, course?.title ?? t('Classroom'));
  },
});
