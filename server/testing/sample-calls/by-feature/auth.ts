import { newId } from '#server/platform/ids.ts';
import type { FeatureCalls } from '../sample-context.ts';

const freshEmail = () => `fresh-${newId()}@example.com`;

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'auth'> = {
  sign_up: {
    input: () => ({ first_name: 'Ada', last_name: 'Tester', email: freshEmail(), password: 'secret-1' }),
  },
  sign_in: {
    input: () => ({ email: freshEmail(), password: 'secret-1' }),
    denialReason: () => 'invalid_credentials',
  },
  sign_out: { input: () => ({}) },
  get_session: { input: () => ({}) },
  refresh_session: { input: () => ({}) },
  request_password_reset: { input: () => ({ email: freshEmail() }) },
  reset_password: {
    input: () => ({ token: 'no-such-token', password: 'secret-2' }),
    denialReason: () => 'invalid_reset_token',
  },
  confirm_email: {
    input: () => ({ token: 'no-such-token' }),
    denialReason: () => 'invalid_confirmation_token',
  },
  get_sign_in_options: { input: () => ({}) },
  start_external_sign_in: { input: () => ({}), denialReason: () => 'sso_not_configured' },
  exchange_external_code: {
    input: () => ({ code: 'no-such-code', state: 'no-such-state' }),
    denialReason: () => 'sso_not_configured',
  },
};
