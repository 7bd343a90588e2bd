import '#web/styles/lazy/classroom.css';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { CommentSearch } from '#web/features/comments/index.ts';
import { isMissing } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { whenIdle } from '#web/lib/loading/when-idle.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import type { RestOfCourse } from '../course-context.ts';
import { isAtEdge } from '../course-tree.ts';
import { courseQuery } from '../courses.api.ts';
import type { CourseTree } from '../courses.entity.ts';
import '../courses.live.ts';
import { CourseNotFound } from './course-not-found.tsx';
import { LoadedCourse } from './loaded-course.tsx';
import { TextSkeleton } from './text-skeleton.tsx';
import { menu } from './use-shown-page.ts';

interface CourseScreenProps {
  space: Space;
  /** The slug, short id or id of the course, as in the address. */
  address: string;
  /** The id of a page, or `menu` for the overview on phones. */
  md: string | undefined;
  /** The folder whose pages the course opens with, unless `md` says what is shown. */
  moduleId?: string | undefined;
  /** How the comments below the page are shown. */
  commentSearch?: CommentSearch;
}

/** A course: its contents and one of its pages. On phones, one of the two. */
export function CourseScreen({ space, address, md, moduleId, commentSearch = {} }: CourseScreenProps) {
  const query = useQuery(courseQuery(space.subdomain, address, { md, moduleId }));
  const course = useEntity('course', query.data?.course_id ?? '');
  const tree = useEntity('course_tree', query.data?.course_id ?? '');
  const rest = useWholeCourse(query, tree, md);
  useChannel(`space:${space.id}`, query.data?.live_cursor ?? null);
  if (isMissing(query.error)) return <CourseNotFound subdomain={space.subdomain} />;
  if (course && tree)
    return (
      <LoadedCourse
        key={course.id}
        {...{ space, course, tree, rest, address, md, moduleId, commentSearch }}
      />
    );
  if (query.isError)
    return (
      <LoadFailure title={t("Couldn't load the course")} onRetry={() => void query.refetch()}>
        {toMessage(query.error, t('Please try again.'))}
      </LoadFailure>
    );
  return <CourseSkeleton isLesson={md !== undefined && md !== 'menu'} />;
}

/**
 * Requests all pages of a course of which only a part is here: when the browser is idle, or at once if the page of the address, or one
 * beside it, isn't part of it.
 */
function useWholeCourse(
  {
    isFetching,
    isError,
    error,
    refetch,
  }: Pick<UseQueryResult, 'isFetching' | 'isError' | 'error' | 'refetch'>,
  tree: CourseTree | undefined,
  md: string | undefined,
): RestOfCourse {
  const isNeeded = tree?.missing != null && !isFetching && !isError;
  const isUrgent = tree !== undefined && md !== undefined && md !== menu && isAtEdge(tree, md);
  const request = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  useEffect(() => {
    if (!isNeeded) return;
    let isLeft = false;
    if (isUrgent) request();
    else whenIdle(() => !isLeft && request());
    return () => {
      isLeft = true;
    };
  }, [isNeeded, isUrgent, request]);
  return { error: isFetching ? null : error, request };
}

function CourseSkeleton({ isLesson }: { isLesson: boolean }) {
  return (
    <div className="course-page" data-view={isLesson ? 'lesson' : 'menu'} aria-busy="true">
      <span className="sr-only" role="status">
        {t('Loading')}
      </span>
      <div className="course-side">
        <Card className="max-md:bg-transparent">
          <Skeleton width="70%" height="1.5rem" />
          <Skeleton height="0.5rem" className="my-4" />
          {[80, 60, 75, 50, 65].map((width) => (
            <Skeleton key={width} width={`${width}%`} className="my-5" />
          ))}
        </Card>
      </div>
      <div className="course-main">
        <TextSkeleton />
      </div>
    </div>
  );
}
