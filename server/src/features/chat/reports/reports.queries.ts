import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { isReadable } from '../conversations/conversation-columns.queries.ts';

/** A message that the viewer can report. */
export interface ReportableMessage {
  id: string;
  sender_id: string;
  content: string;
  author_name: string;
  reporter_name: string;
}

/** Returns a message that the viewer may read; null for any other, and for one that is deleted or of the system. */
export async function findReportableMessage(
  db: Db,
  viewerId: string,
  messageId: string,
): Promise<ReportableMessage | null> {
  const { rows } = await sql<ReportableMessage>`
    select m.id, m.sender_id, m.content, u.full_name as author_name, v.full_name as reporter_name
    from chat_messages m join users u on u.id = m.sender_id
      join chat_participants p on p.conversation_id = m.conversation_id and p.user_id = ${viewerId}::uuid
      join users v on v.id = p.user_id
    where m.id = ${messageId}::uuid and ${isReadable(sql`m.seq`)}
      and m.deleted_at is null and m.kind <> 'system'`.execute(db);
  return rows[0] ?? null;
}

/** Stores a report. Returns whether the reporter hasn't reported the message before. */
export async function insertReport(
  db: Db,
  report: {
    id: string;
    message_id: string;
    reporter_id: string;
    reason: string;
    note: string | null;
    content: string;
    created_at: string;
  },
): Promise<boolean> {
  const result = await db
    .insertInto('chat_reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
