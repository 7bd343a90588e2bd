import { notFound, redirect } from '@tanstack/react-router';
import type { RouterContext } from '#web/app/page-context.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { preloadJoinPrompt } from '#web/features/members/index.ts';
import { readSpace } from '#web/features/spaces/index.ts';
import { isMissing } from '#web/lib/api/api-client.ts';
import { classroomTab } from '#web/pages/classroom/classroom.tab.ts';

interface CourseLocation {
  context: RouterContext;
  params: { subdomain: string; course: string };
  /** The page to load with the course, if the address names one. */
  md?: string | undefined;
  /** The folder of which a page is opened, if the address names one. */
  moduleId?: string | undefined;
  /** Also loads how the members progress. */
  hasStatistics?: boolean;
}

/**
 * Loads a course for one of its pages. The server waits for it. In the browser, the page shows what is loading, and the error
 * if it fails; `course_id` is null until then.
 * @throws notFound on the server, if there is no such course for the viewer.
 */
export async function openCourse({
  context,
  params,
  md,
  moduleId,
  hasStatistics,
}: CourseLocation): Promise<{ space_id: string; course_id: string | null }> {
  const { queryClient } = context;
  const ids = await requireReadableSpace(context, params.subdomain);
  const space = readSpace(queryClient, ids.space_id);
  if (!space || !classroomTab.canOpen(space))
    throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
  // Below a page, visitors are asked to join.
  const prompt = preloadJoinPrompt(space);
  // Loaded on demand, as the page: scripts of other pages contain nothing of courses.
  const loading = import('./load-courses.ts').then(({ loadCourse }) =>
    loadCourse(queryClient, params, { md, moduleId, hasStatistics }),
  );
  if (typeof window !== 'undefined') {
    loading.catch(() => {});
    const { subdomain, course } = params;
    const loaded = queryClient.getQueryData<{ course_id: string }>(['get_course', { subdomain, course }]);
    return { ...ids, course_id: loaded?.course_id ?? null };
  }
  await prompt;
  try {
    return { ...ids, course_id: await loading };
  } catch (error) {
    if (isMissing(error)) throw notFound();
    return { ...ids, course_id: null };
  }
}
