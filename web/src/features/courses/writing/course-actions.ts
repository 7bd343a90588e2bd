import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Course } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type Position, placeAfter } from '../course-tree.ts';
import { coursePages, keepCourse, refetchCourse, refetchCourses } from '../courses.api.ts';
import { queueMove } from '../pending-moves.ts';
import { showFailure } from './change-course.ts';

/** What editors do with whole courses. Each function shows failures and can be called from anywhere. */

type CourseIds = InfiniteData<{ course_ids: string[]; next_cursor: string | null; live_cursor: number }>;

/** Changes the order of the loaded courses. The pages of the list keep their lengths. */
function changeOrder(client: QueryClient, spaceId: string, change: (ids: string[]) => string[]): void {
  client.setQueryData<CourseIds>(coursePages(spaceId).queryKey, (data) => {
    if (!data) return data;
    const ids = change(data.pages.flatMap(({ course_ids }) => course_ids));
    let start = 0;
    const pages = data.pages.map((page) => {
      const end = page === data.pages.at(-1) ? ids.length : start + page.course_ids.length;
      const course_ids = ids.slice(start, end);
      start = end;
      return { ...page, course_ids };
    });
    return { ...data, pages };
  });
}

export async function publishCourse(client: QueryClient, course: Course, isPublished: boolean) {
  const { id, title } = course;
  patchEntity(client, 'course', id, { is_published: isPublished });
  try {
    const saved = await getApiClient(client)('update_course', { course_id: id, is_published: isPublished });
    keepCourse(client, saved.course);
    toast({
      title: isPublished
        ? t('{title} was published', { title })
        : t('{title} was reverted to draft', { title }),
    });
  } catch (error) {
    patchEntity(client, 'course', id, { is_published: course.is_published });
    showFailure(t("Couldn't update the course"), error);
  }
}

/**
 * Moves a course after another one of the list, or first with null. It's shown at once; if it fails, it's taken back and a toast says
 * so.
 */
export async function moveCourse(client: QueryClient, { id, space_id }: Course, after: Position) {
  // A list that is on its way doesn't have the change yet.
  void client.cancelQueries({ queryKey: coursePages(space_id).queryKey });
  const order = readCourseOrder(client, space_id);
  const before = order[order.indexOf(id) - 1] ?? null;
  const place = (position: Position) =>
    changeOrder(client, space_id, (ids) =>
      placeAfter(
        ids.map((one) => ({ id: one })),
        { id },
        position,
      ).map((one) => one.id),
    );
  place(after);
  await queueMove(
    space_id,
    {
      itemId: id,
      send: () => getApiClient(client)('move_course', { course_id: id, after_id: after }),
      undo: () => place(before),
      onFailure: (error) => showFailure(t("Couldn't move the course"), error),
    },
    () => void refetchCourses(client, space_id),
  );
}

/** Returns whether the course was deleted. */
export async function deleteCourse(client: QueryClient, { id, space_id }: Course): Promise<boolean> {
  try {
    await getApiClient(client)('delete_course', { course_id: id });
  } catch (error) {
    showFailure(t('Failed to delete course. Please try again.'), error);
    return false;
  }
  changeOrder(client, space_id, (ids) => ids.filter((one) => one !== id));
  void refetchCourses(client, space_id);
  toast({
    title: t('Course Deleted'),
    duration: 10_000,
    action: { label: t('Undo'), onPress: () => void restoreCourse(client, id) },
  });
  return true;
}

async function restoreCourse(client: QueryClient, id: string): Promise<void> {
  try {
    const { course } = await getApiClient(client)('restore_course', { course_id: id });
    keepCourse(client, course);
    void refetchCourse(client, id);
  } catch (error) {
    showFailure(t("Couldn't restore the course"), error);
  }
}

/** Returns the ids of the courses that are loaded, in their order. */
export const readCourseOrder = (client: QueryClient, spaceId: string): string[] =>
  client
    .getQueryData<CourseIds>(coursePages(spaceId).queryKey)
    ?.pages.flatMap(({ course_ids }) => course_ids)
    .filter((id) => readEntity(client, 'course', id)) ?? [];
