import { defaultLocale } from '#contract/i18n/locale.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createAccount, type NewAccount } from './create-account.ts';

/**
 * An account created on someone's behalf. `password_hash` comes from `hashPassword`; several accounts may share one.
 */
export type AddedAccount = Omit<NewAccount, 'email_verified' | 'locale'>;

/** Creates an account with a confirmed address and returns its id. Throws if the address is taken. */
export async function addAccount(db: Database, input: AddedAccount): Promise<string> {
  const account = { ...input, email_verified: true, locale: defaultLocale };
  return await createAccount(db, account, async (_tx, { user_id, is_new }) => {
    if (!is_new) throw new Error('The email address of the account to add is taken');
    return user_id;
  });
}
