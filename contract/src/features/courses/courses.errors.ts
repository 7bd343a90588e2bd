import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';
import { maxPageText } from '../../values/limits.ts';

export const courseErrors = defineErrors({
  classroom_not_enabled: { status: 404, message: msg("The classroom isn't turned on in this space.") },
  course_not_found: {
    status: 404,
    message: msg("The course you're looking for doesn't exist or has been removed."),
  },
  folder_not_found: { status: 404, message: msg("This folder doesn't exist or has been removed.") },
  page_not_found: { status: 404, message: msg("This page doesn't exist or has been removed.") },
  page_revision_not_found: { status: 404, message: msg('This version of the page is no longer kept.') },
  page_too_long: {
    status: 400,
    message: msg('The page is longer than {max, number} characters.'),
    values: { max: maxPageText },
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
