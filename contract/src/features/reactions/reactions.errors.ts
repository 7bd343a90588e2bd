import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const reactionErrors = defineErrors({
  too_many_reactions: { status: 409, message: msg('There are too many different reactions here already.') },
});
