import { randomBytes } from 'node:crypto';
import { nowMs } from '#server/platform/clock.ts';
import { attemptAge, type ExternalAttempt } from './external-attempt.ts';
import type { ExternalProvider } from './external-provider.ts';

const newSecret = () => randomBytes(32).toString('base64url');

/** Starts single sign-on: returns the URL to send the browser to, and what the browser must keep until it returns. */
export async function startExternalSignIn(
  provider: ExternalProvider,
  redirect: string | null,
): Promise<{ url: string; attempt: ExternalAttempt }> {
  const secrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
  const url = await provider.start(secrets);
  return { url, attempt: { ...secrets, redirect, expires_at: nowMs() + attemptAge } };
}
