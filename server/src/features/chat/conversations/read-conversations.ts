import type { Conversation } from '#contract/features/chat/conversations.ts';
import { id as idField } from '#contract/schema/endpoint.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import { findConversation, listConversations } from './conversations.queries.ts';
import { toConversation } from './conversations.view.ts';

const pageSize = 20;

/**
 * Returns a conversation as the viewer sees it.
 * @throws AppError `conversation_not_found` unless they are or were in it
 */
export async function readConversation(
  db: Db,
  viewerId: string,
  conversationId: string,
): Promise<Conversation> {
  const row = await findConversation(db, viewerId, conversationId);
  if (!row) throw new AppError('conversation_not_found');
  return toConversation(row);
}

const slug = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/**
 * Returns a conversation by its slug, its id without dashes.
 * @throws AppError `conversation_slug_not_found`
 */
export async function readConversationBySlug(db: Db, viewerId: string, given: string): Promise<Conversation> {
  const conversationId = idField.safeParse(given.toLowerCase().replace(slug, '$1-$2-$3-$4-$5')).data;
  const row = conversationId && (await findConversation(db, viewerId, conversationId));
  if (!row) throw new AppError('conversation_slug_not_found');
  return toConversation(row);
}

/**
 * Returns a page of the viewer's conversations, the one with the latest message first.
 * @throws AppError `invalid_cursor`
 */
export async function readConversations(
  db: Db,
  viewerId: string,
  input: { filter: 'all' | 'unread' | 'requests'; search: string; cursor?: string | undefined },
): Promise<{ conversations: Conversation[]; next_cursor: string | null }> {
  const kind = `conversations-${input.filter}`;
  const rows = await listConversations(db, viewerId, {
    filter: input.filter,
    search: input.search,
    after: decodeCursor(kind, input.cursor, isTimestamp),
    limit: pageSize + 1,
  });
  const { page, next_cursor } = toPage(rows, pageSize, (row) =>
    encodeCursor(kind, { at: row.left_at ?? row.activity_at, id: row.id }),
  );
  return { conversations: page.map(toConversation), next_cursor };
}
