import type { QueryClient } from '@tanstack/react-query';
import type { CoursePage, CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { changePage, removePage } from '../course-tree.ts';
import { refetchPage } from '../courses.api.ts';
import { coursePageEntity } from '../courses.entity.ts';
import { changeCourse } from './change-course.ts';

/** What editors do with the pages of a course. Each function shows failures and can be called from anywhere. */

type Page = Pick<CoursePageSummary, 'id' | 'title'>;

export async function publishPage(
  client: QueryClient,
  courseId: string,
  { id, title }: Page,
  isPublished: boolean,
): Promise<void> {
  const saved = await changeCourse(client, courseId, {
    write: (call) => call('update_course_page', { page_id: id, is_published: isPublished }),
    change: (tree) => changePage(tree, id, { is_published: isPublished }),
    failed: t('Failed to update page status'),
  });
  if (!saved) return;
  void refetchPage(client, id);
  toast({
    title: isPublished
      ? t('{title} was published', { title })
      : t('{title} was reverted to draft', { title }),
  });
}

/** Returns the copy; null after a failure. */
export async function duplicatePage(
  client: QueryClient,
  courseId: string,
  { id, title }: Page,
): Promise<CoursePage | null> {
  const copied = await changeCourse(client, courseId, {
    write: (call) => call('duplicate_course_page', { page_id: id, client_id: newClientId() }),
    failed: t('Failed to create page'),
  });
  if (copied) toast({ title: t('{title} was duplicated', { title }) });
  return copied?.page ?? null;
}

export async function deletePage(
  client: QueryClient,
  courseId: string,
  { id, title }: Page,
): Promise<boolean> {
  const deleted = await changeCourse(client, courseId, {
    write: (call) => call('delete_course_page', { page_id: id }),
    change: (tree) => removePage(tree, id),
    failed: t('Failed to delete page'),
  });
  if (deleted === null) return false;
  toast({
    title: t('Page {title} has been deleted', { title }),
    duration: 10_000,
    action: {
      label: t('Undo'),
      onPress: () =>
        void changeCourse(client, courseId, {
          write: (call) => call('restore_course_page', { page_id: id }),
          failed: t("Couldn't restore the page"),
        }).then(() => refetchPage(client, id)),
    },
  });
  return true;
}

/** Saves an earlier version of a page as its newest one. Returns whether it was. */
export async function restorePageRevision(
  client: QueryClient,
  courseId: string,
  { id, revision: base_revision }: Pick<CoursePageSummary, 'id' | 'revision'>,
  revision: number,
): Promise<boolean> {
  const restored = await changeCourse(client, courseId, {
    write: (call) => call('restore_page_revision', { page_id: id, revision, base_revision }),
    failed: t("Couldn't restore this version"),
  });
  if (restored === null) {
    // Somebody may have edited it meanwhile: the next attempt is based on what they saved.
    void refetchPage(client, id);
    return false;
  }
  writeEntities(client, coursePageEntity, [restored.page]);
  toast({ title: t('Version {revision} was restored', { revision }) });
  return true;
}
