import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const authErrors = defineErrors({
  invalid_credentials: { status: 401, message: msg('Invalid email or password') },
  email_not_confirmed: {
    status: 403,
    message: msg('Please confirm your email address first. We sent you a link.'),
  },
  email_taken: { status: 409, message: msg('An account with this email address already exists.') },
  invalid_reset_token: {
    status: 400,
    message: msg('This reset link is no longer valid. Request a new one.'),
  },
  invalid_confirmation_token: { status: 400, message: msg('This confirmation link is no longer valid.') },
  sso_not_configured: { status: 404, message: msg("Single sign-on isn't set up here.") },
  external_sign_in_failed: {
    status: 400,
    message: msg('Single sign-on failed. Please try again.'),
  },
  external_sign_in_unavailable: {
    status: 503,
    message: msg("Single sign-on isn't available right now. Please try again in a moment."),
  },
  external_email_unverified: {
    status: 403,
    message: msg(
      "Your email address isn't verified with the sign-in provider. Verify it there, then try again.",
    ),
  },
});
