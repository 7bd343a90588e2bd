import { z } from 'zod';
import { type Message, msg, t } from '../../i18n/translate.ts';
import { defineEndpoint, emptyResponse, id } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { account } from '../../users.ts';
import { containsLink, hasUnsafeCharacters } from '../../values/display-names.ts';
import { isLocalPath } from '../../values/local-path.ts';

const email = z
  .string()
  .trim()
  .max(254, { error: () => t('Please enter a valid email address') })
  .pipe(z.email({ error: () => t('Please enter a valid email address') }))
  .transform((value) => value.toLowerCase());
const password = limitCharacters(z.string(), {
  min: [6, () => t('Password must be at least 6 characters')],
  max: [100, () => t('Password is too long')],
});

/**
 * A part of a person's name. It appears in emails, so it can't contain links or characters that change the text
 * around it.
 */
const personName = (label: Message) =>
  limitCharacters(z.string().trim(), {
    min: [2, () => t('{field} must be at least 2 characters', { field: t(label) })],
    max: [50, () => t('{field} is too long', { field: t(label) })],
  })
    .refine((name) => !hasUnsafeCharacters(name), {
      error: () => t("{field} contains characters that can't be used", { field: t(label) }),
    })
    .refine((name) => !containsLink(name), {
      error: () => t("{field} can't contain a link", { field: t(label) }),
    });

export const signUpBody = z.object({
  first_name: personName(msg('First name')),
  last_name: personName(msg('Last name')),
  email,
  password,
});

export const signInBody = z.object({
  email,
  password: limitCharacters(z.string(), {
    min: [1, () => t('Please enter your password')],
    max: [100, () => t('Password is too long')],
  }),
});
/** A path inside the product with query and fragment. Never leads to another site. */
export const localPath = z
  .string()
  .max(500, { error: () => t('This path is too long.') })
  .refine(isLocalPath, { error: () => t("This isn't a path on this site.") });

export const requestResetBody = z.object({ email });
export const resetPasswordBody = z.object({ token: z.string().min(1).max(200), password });

/** The part of the session that scripts can read: its user and when it expires (seconds since 1970). */
export const sessionDescriptor = z.object({ user_id: id, expires_at: z.number().int() });
export type SessionDescriptor = z.output<typeof sessionDescriptor>;

/** The configured ways to sign in. `external` is the single sign-on provider and the name on its button. */
const signInOptions = z.object({
  password: z.boolean(),
  external: z.object({ name: z.string() }).nullable(),
  email_confirmation: z.boolean(),
});

/** The query of `/auth/callback` as the provider set it; `iss` if it sends one. */
const callbackBody = z.object({
  code: z.string().min(1).max(4000),
  state: z.string().min(1).max(200),
  iss: z.string().max(2000).optional(),
});

const sessionResponse = z.object({ session: sessionDescriptor.nullable(), user: account.nullable() });

export const authLiveEvents = {
  'session.ended': z.object({ session_ids: z.array(id) }),
};

export const authEndpoints = {
  sign_up: defineEndpoint({
    method: 'POST',
    path: '/api/auth/sign-up',
    summary: 'Create an account. Signs in immediately unless the email address must be confirmed first.',
    access: 'public',
    body: signUpBody,
    output: sessionResponse.extend({ confirmation_required: z.boolean() }),
    errors: ['email_taken'],
    rateLimit: 'sign-up',
  }),
  sign_in: defineEndpoint({
    method: 'POST',
    path: '/api/auth/sign-in',
    summary: "Sign in with email and password. Ends this browser's current session first.",
    access: 'public',
    body: signInBody,
    output: sessionResponse,
    errors: ['invalid_credentials', 'email_not_confirmed'],
    rateLimit: 'sign-in',
  }),
  sign_out: defineEndpoint({
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'End this session on the server and clear its cookies.',
    access: 'public',
    output: emptyResponse,
    rateLimit: 'none',
  }),
  get_session: defineEndpoint({
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Return the session and user, or null if signed out.',
    access: 'public',
    output: sessionResponse,
    rateLimit: 'none',
  }),
  refresh_session: defineEndpoint({
    method: 'POST',
    path: '/api/auth/session/refresh',
    summary: 'Extend the session and replace its token. The old token stops working a minute later.',
    access: 'signed-in',
    output: sessionResponse,
    rateLimit: 'write',
  }),
  request_password_reset: defineEndpoint({
    method: 'POST',
    path: '/api/auth/password-reset',
    summary:
      'Email a reset link that works once. Responds the same for unknown addresses, and after 5 links in an hour.',
    access: 'public',
    body: requestResetBody,
    output: emptyResponse,
    rateLimit: 'reset',
  }),
  reset_password: defineEndpoint({
    method: 'POST',
    path: '/api/auth/password-reset/confirm',
    summary:
      'Set a new password with the token of a reset link. All sessions and other reset links of the account end.',
    access: 'public',
    body: resetPasswordBody,
    output: emptyResponse,
    errors: ['invalid_reset_token'],
    rateLimit: 'sign-in',
  }),
  confirm_email: defineEndpoint({
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: 'Confirm an email address with the token of the emailed link. Signs in the first time only.',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(2000) }),
    output: sessionResponse,
    errors: ['invalid_confirmation_token'],
    rateLimit: 'sign-in',
  }),
  get_sign_in_options: defineEndpoint({
    method: 'GET',
    path: '/api/auth/options',
    summary: 'Return the configured ways to sign in, and whether new email addresses must be confirmed.',
    access: 'public',
    output: signInOptions,
    rateLimit: 'none',
  }),
  start_external_sign_in: defineEndpoint({
    method: 'POST',
    path: '/api/auth/external',
    summary: 'Start single sign-on. Send the browser to `url` within ten minutes.',
    access: 'public',
    body: z.object({ redirect: localPath.optional() }),
    output: z.object({ url: z.url() }),
    errors: ['sso_not_configured', 'external_sign_in_unavailable'],
    rateLimit: 'sign-in',
  }),
  exchange_external_code: defineEndpoint({
    method: 'POST',
    path: '/api/auth/external/callback',
    summary:
      'Complete single sign-on with the code from the provider. `redirect` is the path to continue to. ' +
      '`password_removed`: the email address was never confirmed, so the password and sessions were removed.',
    access: 'public',
    body: callbackBody,
    output: sessionResponse.extend({ redirect: localPath.nullable(), password_removed: z.boolean() }),
    errors: [
      'sso_not_configured',
      'external_sign_in_failed',
      'external_sign_in_unavailable',
      'external_email_unverified',
    ],
    rateLimit: 'sign-in',
  }),
};
