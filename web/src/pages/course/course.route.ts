import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { spaceHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { type CommentSearch, toCommentSearch } from '#web/features/comments/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { classroomTab } from '#web/pages/classroom/classroom.tab.ts';
import { openCourse } from './open-course.ts';
import { toCourseTitle } from './to-course-title.ts';

/**
 * `/{subdomain}/space/classroom/{slug, short id or id}?md=`: the id of a page, or `menu` for the overview on phones. Without a page,
 * `moduleId` names the folder whose pages it opens with. `comments` and `highlight_comment` as for posts.
 */
export const courseRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/classroom/$course',
  component: lazyPage(() => import('./course-page.tsx'), 'CoursePage'),
  staticData: { page: 'course/course-page', activeTab: classroomTab.name },
  validateSearch: (search: Record<string, unknown>): CommentSearch & { md?: string; moduleId?: string } => ({
    ...toCommentSearch(search),
    ...(typeof search.md === 'string' ? { md: search.md } : {}),
    ...(typeof search.moduleId === 'string' ? { moduleId: search.moduleId } : {}),
  }),
  loader: async ({ context, params, location }) => {
    const { md, moduleId } = location.search as { md?: string; moduleId?: string };
    return await openCourse({ context, params, md, moduleId });
  },
  notFoundComponent: lazyPage(() => import('./course-page.tsx'), 'MissingCourse'),
  head: ({ match, loaderData }) => {
    const { queryClient } = match.context;
    const id = loaderData?.course_id ?? '';
    const course = readEntity(queryClient, 'course', id);
    const tree = readEntity(queryClient, 'course_tree', id);
    const path = `/space/classroom/${course?.slug ?? match.params.course}`;
    const title = course ? toCourseTitle(course, tree, match.search.md) : t('Classroom');
    return spaceHead(match.context, loaderData?.space_id, path, title);
  },
});
