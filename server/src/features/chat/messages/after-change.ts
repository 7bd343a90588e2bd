import type { LivePayload } from '#contract/live.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { LatestRow } from '../conversations/conversation-columns.queries.ts';
import { toLatestMessage } from '../conversations/conversations.view.ts';
import { findLatestMessage } from './latest-message.queries.ts';
import type { MessageRow } from './message-columns.queries.ts';

/** What a conversation looks like in lists after its messages changed. */
export type AfterChange = LivePayload<'message.created'>['conversation'];

interface ChangedConversation {
  id: string;
  last_seq: number;
  activity_at: string;
  version: number;
  /** The latest message, if it is known. */
  latest?: MessageRow;
}

const toLatestRow = (row: MessageRow): LatestRow => ({
  ...row,
  attached_type: row.attached?.[0]?.mime_type ?? null,
});

/** Returns what a conversation looks like in lists. Reads its latest message unless it is given. */
export async function toAfterChange(db: Db, conversation: ChangedConversation): Promise<AfterChange> {
  const { id, last_seq, activity_at, version } = conversation;
  const latest = conversation.latest ? toLatestRow(conversation.latest) : await findLatestMessage(db, id);
  return { last_seq, version, ...toLatestMessage(latest, last_seq > 0 ? activity_at : null) };
}
