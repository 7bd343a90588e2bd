import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { attachedColumns, type UploadRow } from '../../uploads/index.ts';
import { isReadable } from '../conversations/conversation-columns.queries.ts';

/** The images of one message. */
export interface MessageImagesRow {
  id: string;
  seq: number;
  images: UploadRow[];
}

/** Returns the messages with images that a participant may see, latest first; `before_seq` is the one that comes after them. */
export async function listMessageImages(
  db: Db,
  viewerId: string,
  input: { conversation_id: string; before_seq: number | null; limit: number },
): Promise<MessageImagesRow[]> {
  const before = input.before_seq === null ? sql`` : sql`and m.seq < ${input.before_seq}`;
  const isImage = sql`a.message_id = m.id and f.storage_key is null`;
  const { rows } = await sql<MessageImagesRow>`
    select m.id, m.seq,
      (select json_agg(${attachedColumns} order by a.position)
        from chat_attachments a join uploads f on f.id = a.upload_id where ${isImage}) as images
    from chat_messages m
      join chat_participants p on p.conversation_id = m.conversation_id and p.user_id = ${viewerId}::uuid
    where m.conversation_id = ${input.conversation_id}::uuid and m.attachment_count > 0 and m.deleted_at is null
      and p.status not in ('request', 'declined') and ${isReadable(sql`m.seq`)} ${before}
      and exists (select from chat_attachments a join uploads f on f.id = a.upload_id where ${isImage})
    order by m.seq desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}
