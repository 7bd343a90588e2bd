import type { Db } from '#server/platform/db/database.ts';

export interface MailboxEntry {
  id: string;
  recipient: string;
  subject: string;
  created_at: string;
}

export interface MailboxMessage extends MailboxEntry {
  sender: string;
  html: string;
  text: string;
}

/** Returns the newest emails first. */
export async function listMailboxMessages(db: Db, limit: number): Promise<MailboxEntry[]> {
  return await db
    .selectFrom('local_mailbox')
    .select(['id', 'recipient', 'subject', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findMailboxMessage(db: Db, id: string): Promise<MailboxMessage | null> {
  const row = await db.selectFrom('local_mailbox').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}
