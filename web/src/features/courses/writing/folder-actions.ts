import type { QueryClient } from '@tanstack/react-query';
import type { CourseFolder } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { removeFolder } from '../course-tree.ts';
import { changeCourse } from './change-course.ts';

/** What editors do with the folders of a course. Each function shows failures and can be called from anywhere. */

export async function publishFolder(
  client: QueryClient,
  courseId: string,
  { id, title }: CourseFolder,
  isPublished: boolean,
): Promise<void> {
  const saved = await changeCourse(client, courseId, {
    write: (call) => call('update_course_folder', { folder_id: id, is_published: isPublished }),
    failed: t("Couldn't update the folder"),
  });
  if (!saved) return;
  toast({
    title: isPublished
      ? t('{title} was published', { title })
      : t('{title} was reverted to draft', { title }),
  });
}

export async function deleteFolder(
  client: QueryClient,
  courseId: string,
  { id, title }: CourseFolder,
): Promise<void> {
  const deleted = await changeCourse(client, courseId, {
    write: (call) => call('delete_course_folder', { folder_id: id }),
    change: (tree) => removeFolder(tree, id),
    failed: t("Couldn't delete the folder"),
  });
  if (deleted === null) return;
  toast({
    title: t('Folder {title} has been deleted', { title }),
    duration: 10_000,
    action: {
      label: t('Undo'),
      onPress: () =>
        void changeCourse(client, courseId, {
          write: (call) => call('restore_course_folder', { folder_id: id }),
          failed: t("Couldn't restore the folder"),
        }),
    },
  });
}
