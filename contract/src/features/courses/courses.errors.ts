import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';
import { maxCourseFolders, maxCoursePages, maxPagePosts, maxPageText } from '../../values/limits.ts';

export const courseErrors = defineErrors({
  classroom_not_enabled: { status: 404, message: msg("The classroom isn't turned on in this space.") },
  course_not_found: {
    status: 404,
    message: msg("The course you're looking for doesn't exist or has been removed."),
  },
  folder_not_found: { status: 404, message: msg("This folder doesn't exist or has been removed.") },
  page_not_found: { status: 404, message: msg("This page doesn't exist or has been removed.") },
  too_many_folders: {
    status: 409,
    message: msg('A course can have at most {max, number} folders.'),
    values: { max: maxCourseFolders },
  },
  too_many_pages: {
    status: 409,
    message: msg('A course can have at most {max, number} pages.'),
    values: { max: maxCoursePages },
  },
  client_id_used: { status: 409, message: msg('This was sent before with other values. Reload the page.') },
  page_locked: { status: 403, message: msg("This page isn't open to you yet.") },
  prerequisite_not_found: {
    status: 400,
    message: msg('What must be completed first has been deleted. Choose something else.'),
  },
  prerequisite_cycle: {
    status: 409,
    message: msg('This would have to be completed before it can be opened. Choose something else.'),
  },
  page_revision_not_found: { status: 404, message: msg('This version of the page is no longer kept.') },
  page_too_long: {
    status: 400,
    message: msg('The page is longer than {max, number} characters.'),
    values: { max: maxPageText },
  },
  page_too_many_posts: {
    status: 400,
    message: msg('A page can show at most {max, number} posts.'),
    values: { max: maxPagePosts },
  },
  course_slug_unavailable: {
    status: 409,
    message: msg('Too many courses have this title. Choose another one.'),
  },
  page_edit_conflict: { status: 409, message: msg('This page was edited somewhere else.') },
  quiz_not_passed: { status: 409, message: msg('Pass the quiz of this page first.') },
  position_not_found: {
    status: 409,
    message: msg('The order has changed in the meantime. Try again.'),
  },
});
