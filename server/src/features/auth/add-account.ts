import type { Database } from '#server/platform/db/database.ts';
import { createAccount, type NewAccount } from './create-account.ts';

/** An account that is made for somebody, not by them. `password_hash` is from `hashPassword`: many may share one. */
export type AddedAccount = Omit<NewAccount, 'email_verified'>;

/** Adds an account with a confirmed address, all or nothing; answers its id. Fails when the address is taken. */
export async function addAccount(db: Database, input: AddedAccount): Promise<string> {
  return await createAccount(db, { ...input, email_verified: true }, async (_tx, { user_id, is_new }) => {
    if (!is_new) throw new Error('The address of the account to add is taken');
    return user_id;
  });
}
