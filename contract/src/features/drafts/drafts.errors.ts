import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const draftErrors = defineErrors({
  draft_already_posted: { status: 409, message: msg('This draft has already been posted.') },
});
