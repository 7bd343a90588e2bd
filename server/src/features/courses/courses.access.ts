import { createLocator } from '../members/index.ts';
import { spaceOfCourse, spaceOfFolder, spaceOfPage } from './courses.queries.ts';

/** Also find what is deleted, which can be restored. Every query and write checks what the viewer sees. */
export const courseLocators = {
  course_id: createLocator(spaceOfCourse),
  folder_id: createLocator(spaceOfFolder),
  page_id: createLocator(spaceOfPage),
};
