import { getRouteApi } from '@tanstack/react-router';
import { CourseNotFound, CourseScreen } from '#web/features/courses/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';
import { Page } from '#web/ui/page/page-grid.tsx';

const route = getRouteApi('/$subdomain/space/classroom/$course');

export function CoursePage() {
  const { space_id } = route.useLoaderData();
  const { course } = route.useParams();
  const { md } = route.useSearch();
  const space = useLoadedSpace(space_id);
  return (
    <Page>
      <CourseScreen space={space} address={course} md={md} />
    </Page>
  );
}

/** In place of a course that doesn't exist. */
export function MissingCourse() {
  const { subdomain } = route.useParams();
  return <CourseNotFound subdomain={subdomain} />;
}
