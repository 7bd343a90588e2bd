import { sql } from 'kysely';
import { attachedFile, cropped, photo, voiceRecording } from '#server/platform/files/upload-forms.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';
import { isReadable } from './conversations/conversation-columns.queries.ts';

/** The files of messages: shown to those who may read the message, not before they have accepted a message request. */
const messageUploads: UploadUse = {
  purposes: { chat_image: photo, chat_file: attachedFile, chat_voice: voiceRecording },
  columns: ['chat_attachments.upload_id'],
  isInUse: () => sql`exists (select from chat_attachments a where a.upload_id = u.id)`,
  uploadAccess: 'signed-in',
  shownTo: (viewerId) => sql`exists (
    select from chat_attachments a join chat_messages m on m.id = a.message_id
      join chat_participants p on p.conversation_id = m.conversation_id and p.user_id = ${viewerId}::uuid
    where a.upload_id = u.id and ${isReadable(sql`m.seq`)}
      and p.status not in ('request', 'declined'))`,
  // Those of deleted messages are detached when they are deleted.
  ofDeleted: sql`select f.id from uploads f where f.purpose in ('chat_image', 'chat_file', 'chat_voice')
    and f.attached_at is not null and not exists (select from chat_attachments a where a.upload_id = f.id)`,
};

/** The icons of groups: shown to those who are in one. */
const iconUploads: UploadUse = {
  purposes: { chat_icon: cropped([48, 96, 192]) },
  columns: ['chat_conversations.icon_upload_id'],
  isInUse: () => sql`exists (select from chat_conversations c where c.icon_upload_id = u.id)`,
  uploadAccess: 'signed-in',
  shownTo: (viewerId) => sql`exists (
    select from chat_conversations c join chat_participants p on p.conversation_id = c.id and p.user_id = ${viewerId}::uuid
    where c.icon_upload_id = u.id and p.status not in ('left', 'removed'))`,
};

export const chatUploads: readonly UploadUse[] = [messageUploads, iconUploads];
