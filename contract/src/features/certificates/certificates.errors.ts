import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const certificateErrors = defineErrors({
  certificate_not_found: { status: 404, message: msg("There's no certificate with this code.") },
  certificates_off: { status: 409, message: msg('This course gives no certificates.') },
  course_not_completed: { status: 409, message: msg('Complete all pages of the course first.') },
});
