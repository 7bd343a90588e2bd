import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';
import { maxPostBody } from '../../values/limits.ts';

export const postErrors = defineErrors({
  post_empty: { status: 400, message: msg('Write something or add an image.') },
  post_too_long: {
    status: 400,
    message: msg('The post is longer than {max, number} characters.'),
    values: { max: maxPostBody },
  },
  post_not_found: { status: 404, message: msg('The post you are looking for could not be found') },
  pin_limit_reached: {
    status: 409,
    message: msg('You can pin up to three posts. Unpin one first.'),
  },
  category_required: { status: 400, message: msg('Choose a category for your post.') },
  category_locked: { status: 403, message: msg("This category isn't open to you yet.") },
  unknown_category: { status: 400, message: msg("This category doesn't exist in this space.") },
  post_limit_reached: {
    status: 429,
    message: msg("You've reached the limit of 10 posts an hour. Try again later."),
  },
  announcement_not_allowed: {
    status: 403,
    message: msg('Only the owner and admins can post announcements.'),
  },
  edit_conflict: {
    status: 409,
    message: msg('This post was edited somewhere else.'),
  },
  not_author: { status: 403, message: msg('Only the author can edit this.') },
  not_author_or_moderator: {
    status: 403,
    message: msg('Only the author or a moderator can do this.'),
  },
});
