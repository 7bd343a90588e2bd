import { randomBytes } from 'node:crypto';
import { nowMs } from '#server/platform/clock.ts';
import { attemptAge, type ExternalAttempt } from './external-attempt.ts';
import type { ExternalProvider } from './external-provider.ts';

const newSecret = () => randomBytes(32).toString('base64url');

/** Begins an external sign-in: the address to send the browser to, and what this browser must keep until it is back. */
export async function startExternalSignIn(
  provider: ExternalProvider,
  redirect: string | null,
): Promise<{ url: string; attempt: ExternalAttempt }> {
  const secrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
  const url = await provider.start(secrets);
  return { url, attempt: { ...secrets, redirect, expires_at: nowMs() + attemptAge } };
}
