import { nowText } from '../clock.ts';
import type { Db } from '../db/database.ts';

export interface LocalMail {
  id: string;
  sender: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
}

/** Puts a mail into the local mailbox; the same mail again changes nothing. */
export async function insertLocalMail(db: Db, mail: LocalMail): Promise<void> {
  await db
    .insertInto('local_mailbox')
    .values({ ...mail, created_at: nowText() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
