import { useQueryClient } from '@tanstack/react-query';
import type { Course } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import type { ItemAccess } from '#web/features/access/index.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { refetchCourses } from '../courses.api.ts';
import type { CourseTree } from '../courses.entity.ts';
import { changeCourse } from '../writing/change-course.ts';
import type { CourseItem } from './access.api.ts';

/** How who can open a course, or a folder or page of it, is read and changed. */
export function useCourseAccess(course: Course, tree: CourseTree, item: CourseItem): ItemAccess {
  const client = useQueryClient();
  const call = getApiClient(client);
  const fields = { course_id: course.id, item_kind: item.kind, item_id: item.id };
  return {
    item,
    space_id: course.space_id,
    closedText: t(
      'Others see the title and a lock that says what is missing. What someone has done stays open to them.',
    ),
    targets: targetsOf(course, tree, item),
    save: async (settings) => {
      const saved = await changeCourse(client, course.id, {
        write: (send) => send('set_course_access', { ...fields, ...settings }),
        failed: t("Couldn't save the rules"),
      });
      if (!saved) return false;
      void refetchCourses(client, course.space_id);
      return true;
    },
    give: async (client_id, to) =>
      (await call('give_course_access', { ...fields, client_id, to })).given_count,
    take: async (from) => (await call('take_course_access', { ...fields, from })).taken_count,
    refetchMembers: () => void client.invalidateQueries({ queryKey: ['list_course_access'] }),
  };
}

/** What can be required to be completed: another course of the space, or another page of this one. */
function targetsOf(course: Course, tree: CourseTree, item: CourseItem): ItemAccess['targets'] {
  const pages = tree.pages.filter(
    ({ id, folder_id }) =>
      item.kind !== 'course' && id !== item.id && (item.kind !== 'folder' || folder_id !== item.id),
  );
  return {
    space_id: course.space_id,
    except_course_id: course.id,
    pages: pages.map(({ id, title }) => ({
      value: `page:${id}`,
      label: title,
      note: t('Page of this course'),
    })),
  };
}
