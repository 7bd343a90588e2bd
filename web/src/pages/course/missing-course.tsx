import { getRouteApi } from '@tanstack/react-router';
import { CourseNotFound } from '#web/features/courses/index.ts';

const route = getRouteApi('/$subdomain/space/classroom/$course');

/** In place of a course that doesn't exist. */
export function MissingCourse() {
  const { subdomain } = route.useParams();
  return <CourseNotFound subdomain={subdomain} />;
}
