import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const profileErrors = defineErrors({
  cannot_follow_self: { status: 400, message: msg('You cannot follow yourself.') },
  cannot_follow_person: { status: 403, message: msg("You can't follow this person.") },
});
