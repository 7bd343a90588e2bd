import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const moderationErrors = defineErrors({
  cannot_report_self: { status: 409, message: msg("You can't report yourself or your own content.") },
  report_note_required: { status: 400, message: msg('Describe the problem in a few words.') },
  rule_not_found: { status: 400, message: msg('This rule no longer exists. Please choose again.') },
  case_not_found: { status: 404, message: msg('This report no longer exists.') },
  case_resolved: { status: 409, message: msg('Another moderator has already resolved this.') },
  removal_needs_reason: { status: 400, message: msg('Add a reason. The author will see it.') },
});
