import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';
import { maxCommentText } from '../../values/limits.ts';

export const commentErrors = defineErrors({
  comment_empty: { status: 400, message: msg('Write something first.') },
  comment_too_long: {
    status: 400,
    message: msg('A comment can have at most {max, number} characters.'),
    values: { max: maxCommentText },
  },
  comment_not_found: { status: 404, message: msg('This comment no longer exists.') },
  comments_closed: { status: 403, message: msg('Comments are turned off.') },
  comment_limit_reached: {
    status: 429,
    message: msg("You've reached the limit of 60 comments an hour. Try again later."),
  },
});
