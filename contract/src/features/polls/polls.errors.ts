import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const pollErrors = defineErrors({
  poll_not_found: { status: 404, message: msg('This post has no poll.') },
  poll_closed: { status: 409, message: msg('This poll is closed.') },
  poll_one_choice: { status: 400, message: msg('You can choose only one option in this poll.') },
  poll_option_not_found: { status: 400, message: msg("This option isn't part of the poll.") },
  poll_has_votes: {
    status: 409,
    message: msg("The question and options can't be changed once voting has started."),
  },
  poll_closes_in_past: { status: 400, message: msg('The end date has already passed.') },
});
