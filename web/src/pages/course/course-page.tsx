import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CourseNotFound, CourseScreen, courseQuery } from '#web/features/courses/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';
import { Page } from '#web/ui/page/page-grid.tsx';

const route = getRouteApi('/$subdomain/space/classroom/$course');

export function CoursePage() {
  const { space_id, course_id } = route.useLoaderData();
  const { subdomain, course } = route.useParams();
  const { md, ...commentSearch } = route.useSearch();
  const router = useRouter();
  const loadedId = useQuery(courseQuery(subdomain, course)).data?.course_id;
  // The page opened before the course was there; now the title can name it.
  useEffect(() => {
    if (loadedId && loadedId !== course_id)
      void router.invalidate({ filter: ({ routeId }) => routeId === route.id });
  }, [router, loadedId, course_id]);
  const space = useLoadedSpace(space_id);
  return (
    <Page>
      <CourseScreen space={space} address={course} md={md} commentSearch={commentSearch} />
    </Page>
  );
}

/** In place of a course that doesn't exist. */
export function MissingCourse() {
  const { subdomain } = route.useParams();
  return <CourseNotFound subdomain={subdomain} />;
}
