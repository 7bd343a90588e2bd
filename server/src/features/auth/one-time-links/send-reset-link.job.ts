import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { lockRecipient } from '../auth.queries.ts';
import { emailResetLink } from './email-links.ts';

export interface ResetRequest {
  /** In lower case. */
  email: string;
}

/**
 * Enqueues `send-reset-link`. Nothing is looked up before the response, so that its timing reveals nothing about the
 * address.
 */
export async function requestPasswordReset(platform: Platform, request: ResetRequest): Promise<void> {
  await platform.jobs.enqueue(platform.db, 'send-reset-link', request, { isUrgent: true });
}

/** Emails a reset link if the address has an account. */
export function sendResetLinkJob(platform: Platform): JobKind<ResetRequest> {
  return {
    name: 'send-reset-link',
    async run({ email }) {
      await platform.db.transaction().execute(async (tx) => {
        const person = await lockRecipient(tx, email);
        if (person) await emailResetLink(tx, platform, person);
      });
    },
  };
}
