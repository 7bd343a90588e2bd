import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CourseNotFound, CourseScreen, courseQuery } from '#web/features/courses/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { Page } from '#web/ui/page/page-grid.tsx';
import { toCourseTitle } from './to-course-title.ts';

const route = getRouteApi('/$subdomain/space/classroom/$course');

export function CoursePage() {
  const { space_id } = route.useLoaderData();
  const { subdomain, course } = route.useParams();
  const { md, moduleId, ...commentSearch } = route.useSearch();
  useCurrentTitle(subdomain, course, { md, moduleId });
  const space = useLoadedSpace(space_id);
  return (
    <Page>
      <CourseScreen space={space} address={course} {...{ md, moduleId, commentSearch }} />
    </Page>
  );
}

/** Keeps the title of the tab that of the page that is shown: it opened before the course was there, and titles change. */
function useCurrentTitle(
  subdomain: string,
  address: string,
  opening: { md: string | undefined; moduleId: string | undefined },
): void {
  const router = useRouter();
  const { course_id } = route.useLoaderData();
  const loadedId = useQuery(courseQuery(subdomain, address, opening)).data?.course_id ?? '';
  const course = useEntity('course', loadedId);
  const tree = useEntity('course_tree', loadedId);
  const title = course && toCourseTitle(course, tree, opening.md);
  const shown = route.useMatch({ select: ({ meta }) => meta?.find((tag) => tag?.title)?.title });
  const isCurrent = title === undefined || (loadedId === course_id && shown?.startsWith(`${title} · `));
  useEffect(() => {
    if (title !== undefined && !isCurrent)
      void router.invalidate({ filter: ({ routeId }) => routeId === route.id });
  }, [router, title, isCurrent]);
}

/** In place of a course that doesn't exist. */
export function MissingCourse() {
  const { subdomain } = route.useParams();
  return <CourseNotFound subdomain={subdomain} />;
}
