import { nowIso } from '../clock.ts';
import type { Db } from '../db/database.ts';

export interface LocalMessage {
  id: string;
  sender: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
}

/** Adds an email to the local mailbox. Adding the same email again changes nothing. */
export async function insertLocalMessage(db: Db, message: LocalMessage): Promise<void> {
  await db
    .insertInto('local_mailbox')
    .values({ ...message, created_at: nowIso() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
