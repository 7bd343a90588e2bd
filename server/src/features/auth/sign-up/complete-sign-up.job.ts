import { defaultLocale, type Locale } from '#contract/i18n/locale.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deletePendingSignUp, findPendingSignUp, lockRecipient } from '../auth.queries.ts';
import { emailAccountExists, emailConfirmLink } from '../one-time-links/email-links.ts';
import { createAccount } from './create-account.ts';

interface SignUpJob {
  sign_up_id: string;
  /** The locale of the request. Jobs that were queued before there were locales have none. */
  locale?: Locale;
}

/**
 * Turns a pending sign-up into an account and emails the confirmation link. If the address has an account, emails a
 * link to reset its password instead, so that only the owner of the mailbox learns about it.
 */
export function completeSignUpJob(platform: Platform): JobKind<SignUpJob> {
  return {
    name: 'complete-sign-up',
    async run({ sign_up_id, locale = defaultLocale }) {
      const pending = await findPendingSignUp(platform.db, sign_up_id);
      if (!pending) return;
      const account = { ...pending, email_verified: false, bio: null, locale };
      await createAccount(platform.db, account, async (tx, { is_new }) => {
        if (!(await deletePendingSignUp(tx, sign_up_id))) return;
        const person = await lockRecipient(tx, pending.email);
        if (!person) return;
        await (is_new ? emailConfirmLink : emailAccountExists)(tx, platform, person);
      });
    },
  };
}
