import { notFoundCodes } from '#contract/schema/implied-errors.ts';
import type { TargetDefinition } from '#server/platform/targets.ts';
import { createLocator } from '../members/index.ts';
import { courseNotifications } from './announcements/list-course-readers.ts';
import { spaceOfCourse, spaceOfFolder, spaceOfPage } from './courses.queries.ts';

/** Also find what is deleted, which can be restored. Every query and write checks what the viewer sees. */
export const courseLocators = {
  course_id: createLocator(spaceOfCourse),
  folder_id: createLocator(spaceOfFolder),
  page_id: createLocator(spaceOfPage),
};

export const courseTarget: TargetDefinition = {
  notFound: notFoundCodes.course_id,
  locator: courseLocators.course_id,
  notifications: courseNotifications,
};
