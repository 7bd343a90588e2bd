import { z } from 'zod';
import { defineEndpoint, id, nothing } from './endpoint.ts';
import { account } from './users.ts';

const email = z
  .string()
  .trim()
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'))
  .transform((value) => value.toLowerCase());
const password = z.string().min(6, 'Password must be at least 6 characters').max(100, 'Password is too long');

/** Sign-up rules and texts of document 1, section 5. */
export const signUpBody = z.object({
  first_name: z
    .string()
    .trim()
    .min(2, 'First name must be at least 2 characters')
    .max(50, 'First name is too long'),
  last_name: z
    .string()
    .trim()
    .min(2, 'Last name must be at least 2 characters')
    .max(50, 'Last name is too long'),
  email,
  password,
});

export const signInBody = z.object({
  email,
  password: z.string().min(1, 'Please enter your password').max(100, 'Password is too long'),
});
export const requestResetBody = z.object({ email });
export const resetPasswordBody = z.object({ token: z.string().min(1).max(200), password });

/** The readable session descriptor: whose session it is and until when (seconds since 1970). */
export const sessionDescriptor = z.object({ user_id: id, expires_at: z.number().int() });
export type SessionDescriptor = z.output<typeof sessionDescriptor>;

const sessionAnswer = z.object({ session: sessionDescriptor.nullable(), user: account.nullable() });

export const authEndpoints = {
  sign_up: defineEndpoint({
    method: 'POST',
    path: '/api/auth/sign-up',
    summary: 'Create an account. Signs in at once unless the address must be confirmed first.',
    access: 'public',
    body: signUpBody,
    output: sessionAnswer.extend({ confirmation_required: z.boolean() }),
    errors: ['email_taken'],
    rateLimit: 'sign-up',
  }),
  sign_in: defineEndpoint({
    method: 'POST',
    path: '/api/auth/sign-in',
    summary: 'Sign in with e-mail and password; any present session of this browser ends first.',
    access: 'public',
    body: signInBody,
    output: sessionAnswer,
    errors: ['invalid_credentials', 'email_not_confirmed'],
    rateLimit: 'sign-in',
  }),
  sign_out: defineEndpoint({
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'End this session on the server and forget its cookies.',
    access: 'public',
    output: nothing,
    errors: [],
    rateLimit: 'none',
  }),
  get_session: defineEndpoint({
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Who is signed in, if anyone.',
    access: 'public',
    output: sessionAnswer,
    errors: [],
    rateLimit: 'none',
  }),
  refresh_session: defineEndpoint({
    method: 'POST',
    path: '/api/auth/session/refresh',
    summary: 'Extend the session and replace its token; the old token stops working a minute later.',
    access: 'signed-in',
    output: sessionAnswer,
    errors: [],
    rateLimit: 'write',
  }),
  request_password_reset: defineEndpoint({
    method: 'POST',
    path: '/api/auth/password-reset',
    summary: 'Mail a reset link. Answers the same for unknown addresses.',
    access: 'public',
    body: requestResetBody,
    output: nothing,
    errors: [],
    rateLimit: 'reset',
  }),
  reset_password: defineEndpoint({
    method: 'POST',
    path: '/api/auth/password-reset/confirm',
    summary: 'Set a new password with the token of a reset link. All sessions of the account end.',
    access: 'public',
    body: resetPasswordBody,
    output: nothing,
    errors: ['invalid_reset_token'],
    rateLimit: 'sign-in',
  }),
  confirm_email: defineEndpoint({
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: 'Confirm an address with the token of the mailed link; signs in.',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(2000) }),
    output: sessionAnswer,
    errors: ['invalid_confirmation_token'],
    rateLimit: 'sign-in',
  }),
};
