import { createRoute, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { spaceHead } from '#web/app/head.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { tabRoute } from '#web/app/routing/space-tab.ts';
import { TabFailure } from '#web/app/space-tabs.tsx';
import { readSpace } from '#web/features/spaces/index.ts';
import { classroomTab } from './classroom.tab.ts';

export const classroomRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: classroomTab.path,
  component: tabRoute(classroomTab),
  staticData: { page: 'classroom/classroom-page', tab: classroomTab.name },
  loader: async ({ context, params }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    const space = readSpace(context.queryClient, ids.space_id);
    if (!space || !classroomTab.canOpen(space))
      throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
    // Loaded on demand, as the page: scripts of other pages contain nothing of courses.
    const loaded = import('#web/pages/course/load-courses.ts').then(({ loadCourses }) =>
      loadCourses(context.queryClient, ids.space_id),
    );
    loaded.catch(() => {});
    if (typeof window === 'undefined') await loaded;
    return ids;
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) =>
    spaceHead(match.context, loaderData?.space_id, '/space/classroom', t('Classroom')),
});
