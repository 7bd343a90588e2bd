import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import {
  CourseNotFound,
  CourseProgressAside,
  CourseProgressScreen,
  courseQuery,
} from '#web/features/courses/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';
import { isMissing } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Page, PageGrid } from '#web/ui/page/page-grid.tsx';
import { Skeleton } from '#web/ui/progress.tsx';

const route = getRouteApi('/$subdomain/space/classroom/$course/progress');

export function CourseProgressPage() {
  const { space_id } = route.useLoaderData();
  const { subdomain, course: address } = route.useParams();
  const { show } = route.useSearch();
  const space = useLoadedSpace(space_id);
  const query = useQuery(courseQuery(subdomain, address));
  const course = useEntity('course', query.data?.course_id ?? '');
  // Also in place of a course that the viewer can't edit, or no longer.
  if (isMissing(query.error) || course?.can_edit === false) return <CourseNotFound subdomain={subdomain} />;
  if (course)
    return (
      <PageGrid aside={<CourseProgressAside course={course} />} narrow="last">
        <CourseProgressScreen space={space} course={course} address={address} view={show ?? 'pages'} />
      </PageGrid>
    );
  if (query.isError)
    return (
      <Page>
        <LoadFailure title={t("Couldn't load the course")} onRetry={() => void query.refetch()}>
          {toMessage(query.error, t('Please try again.'))}
        </LoadFailure>
      </Page>
    );
  return (
    <PageGrid>
      <div aria-busy="true" className="flex flex-col gap-4">
        <Skeleton width="30%" />
        <Skeleton width="50%" height="1.5rem" />
      </div>
    </PageGrid>
  );
}

/** In place of a course that doesn't exist. */
export function MissingCourse() {
  const { subdomain } = route.useParams();
  return <CourseNotFound subdomain={subdomain} />;
}
