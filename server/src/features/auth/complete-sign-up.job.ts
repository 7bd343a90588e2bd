import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deletePendingSignUp, findPendingSignUp, lockRecipient } from './auth.queries.ts';
import { createAccount } from './create-account.ts';
import { emailAccountExists, emailConfirmLink } from './one-time-links/email-links.ts';

/**
 * Turns a pending sign-up into an account and emails the confirmation link. If the address has an account, emails a
 * link to reset its password instead, so that only the owner of the mailbox learns about it.
 */
export function completeSignUpJob(platform: Platform): JobKind<{ sign_up_id: string }> {
  return {
    name: 'complete-sign-up',
    async run({ sign_up_id }) {
      const pending = await findPendingSignUp(platform.db, sign_up_id);
      if (!pending) return;
      const account = { ...pending, email_verified: false, bio: null };
      await createAccount(platform.db, account, async (tx, { is_new }) => {
        if (!(await deletePendingSignUp(tx, sign_up_id))) return;
        const person = await lockRecipient(tx, pending.email);
        if (!person) return;
        await (is_new ? emailConfirmLink : emailAccountExists)(tx, platform, person);
      });
    },
  };
}
