import type { Feature } from '#server/platform/feature.ts';
import { courseUploads } from './course-uploads.queries.ts';
import { courseLocators } from './courses.access.ts';
import { courseRoutes } from './courses.routes.ts';
import { deleteExpiredCoursesJob } from './delete-expired-courses.job.ts';
import { learnerFileRoutes } from './learners/learners.routes.ts';

export { isVideoShown } from './course-uploads.queries.ts';
export { courseLocators } from './courses.access.ts';
export { createCourse } from './create-course.ts';
export { editCourse } from './edit-course.ts';
export { createFolder } from './folders/create-folder.ts';
export { createPage } from './pages/create-page.ts';
export { videoIdsIn } from './pages/page-images.ts';
export { completePage, setCompletion } from './pages/set-completion.ts';
export { publishTree } from './publish-course.ts';
export { requireVisiblePage } from './read-page.ts';

export const courses: Feature = {
  name: 'courses',
  locators: courseLocators,
  uploads: courseUploads,
  routes: courseRoutes,
  plainRoutes: learnerFileRoutes,
  jobs: (platform) => [deleteExpiredCoursesJob(platform)],
};
