import type { Locale } from '#contract/i18n/locale.ts';
import { nowIso } from '#server/platform/clock.ts';
import { type Database, isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { newId, newPersonId } from '#server/platform/ids.ts';
import { findUserByEmail, insertAccount } from '../auth.queries.ts';
import { chooseUsername } from './choose-username.ts';

/** The data of a new account. */
export interface NewAccount {
  first_name: string;
  last_name: string;
  /** In lower case. */
  email: string;
  email_verified: boolean;
  bio: string | null;
  password_hash: string;
  locale: Locale;
}

const maxAttempts = 5;

/**
 * Creates an account with a unique username, unless the address already has one. `then` runs in the same transaction
 * with the new or existing account. Returns the result of `then`; if it throws, the account isn't created.
 */
export async function createAccount<T>(
  db: Database,
  input: NewAccount,
  then: (tx: Tx, account: { user_id: string; is_new: boolean }) => Promise<T>,
): Promise<T> {
  const full_name = `${input.first_name} ${input.last_name}`;
  const { password_hash, ...fields } = input;
  for (let attempt = 1; ; attempt += 1) {
    const username = await chooseUsername(db, full_name, attempt);
    try {
      return await db.transaction().execute(async (tx) => {
        const existing = await findUserByEmail(tx, input.email);
        if (existing) return await then(tx, { user_id: existing.id, is_new: false });
        const id = newPersonId();
        await insertAccount(tx, {
          user: { ...fields, id, full_name, username, profile_url: username },
          account_id: newId(),
          password_hash,
          now: nowIso(),
        });
        return await then(tx, { user_id: id, is_new: true });
      });
    } catch (error) {
      // The username or the address was taken meanwhile: try again.
      if (attempt < maxAttempts && isUniqueViolation(error)) continue;
      throw error;
    }
  }
}
