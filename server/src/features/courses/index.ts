import type { Feature } from '#server/platform/feature.ts';
import { notifyOfCoursesJob } from './announcements/notify-of-courses.job.ts';
import { clearEditor } from './course-writes.queries.ts';
import { courseLocators, courseTarget } from './courses.access.ts';
import { courseRoutes } from './courses.routes.ts';
import { deleteExpiredCoursesJob } from './deletion/delete-expired-courses.job.ts';
import { courseUploads } from './files/course-uploads.queries.ts';
import { learnerFileRoutes } from './learners/learners.routes.ts';

export { courseItemWrite } from './course-access/course-item-write.ts';
export { createCourse } from './create-course.ts';
export { editCourse } from './edit-course.ts';
export { isUploadShown } from './files/is-upload-shown.ts';
export { createFolder } from './folders/create-folder.ts';
export { listPageReaders } from './list-page-readers.ts';
export { createPage } from './pages/create-page.ts';
export { videoIdsIn } from './pages/page-uploads.ts';
export { publishPagesShowing, setPageQuiz } from './pages/publish-pages.ts';
export { completePage, setCompletion } from './pages/set-completion.ts';
export { requireVisibleCourse } from './read-course.ts';
export { requireOpenPage } from './read-page.ts';

export const courses: Feature = {
  name: 'courses',
  targets: { course: courseTarget },
  locators: { folder_id: courseLocators.folder_id, page_id: courseLocators.page_id },
  uploads: courseUploads,
  routes: courseRoutes,
  plainRoutes: learnerFileRoutes,
  hooks: {
    // Who created a course as an admin doesn't keep it when they lose the role, or leave and come back without it.
    rolesChanged: async (tx, { space_id, changes }) => {
      const lost = changes.filter(({ role }) => role === 'member').map(({ user_id }) => user_id);
      if (lost.length > 0) await clearEditor(tx, space_id, lost);
    },
    membershipEnded: (tx, { space_id, user_id }) => clearEditor(tx, space_id, [user_id]),
  },
  jobs: (platform) => [deleteExpiredCoursesJob(platform), notifyOfCoursesJob(platform)],
};
