import { nowText } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId, newPersonId } from '#server/platform/ids.ts';
import { insertAccount } from './auth.queries.ts';
import { chooseUsername } from './choose-username.ts';

/** An account that is made for somebody, not by them. */
export interface AddedAccount {
  first_name: string;
  last_name: string;
  email: string;
  bio: string | null;
  /** From `hashPassword`: many accounts may share one. */
  password_hash: string;
}

/** Adds an account with a confirmed address, all or nothing; answers its id. Fails when the address is taken. */
export async function addAccount(db: Database, input: AddedAccount): Promise<string> {
  const { password_hash, ...fields } = input;
  const fullName = `${input.first_name} ${input.last_name}`;
  const userId = newPersonId();
  await db.transaction().execute(async (tx) => {
    const username = await chooseUsername(tx, fullName, 1);
    await insertAccount(tx, {
      user: { ...fields, id: userId, full_name: fullName, username, profile_url: username },
      account_id: newId(),
      password_hash,
      now: nowText(),
    });
  });
  return userId;
}
