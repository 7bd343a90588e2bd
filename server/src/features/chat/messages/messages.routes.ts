import type { RouteBinder } from '#server/platform/http/routes.ts';
import { getLiveState } from '#server/platform/live/live.queries.ts';
import { decodeCursor, encodeCursor, isInteger, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { toPlainExcerpt } from '#server/platform/text/markdown.ts';
import { toImage } from '../../uploads/index.ts';
import { readConversation } from '../conversations/read-conversations.ts';
import { reportMessage } from '../reports/report-message.ts';
import { searchMessages } from '../search/search.queries.ts';
import { deleteMessage, removeLinkPreview, updateMessage } from './change-message.ts';
import { listMessageImages } from './images.queries.ts';
import { readMessage, readMessages } from './read-messages.ts';
import { sendMessage } from './send-message.ts';

const searchPageSize = 20;
const imagesPageSize = 20;

export function messageRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('list_messages', async ({ input, viewer }) => {
    const { last_seq } = await getLiveState(db);
    return { ...(await readMessages(db, viewer.user_id, input)), live_cursor: last_seq };
  });

  route('get_message', async ({ input, viewer }) => {
    const { last_seq } = await getLiveState(db);
    return { message: await readMessage(db, viewer.user_id, input.message_id), live_cursor: last_seq };
  });

  route('send_message', ({ input, viewer }) => sendMessage(platform, viewer, input));
  route('update_message', async ({ input, viewer }) => ({
    message: await updateMessage(platform, viewer, input),
  }));
  route('delete_message', async ({ input, viewer }) => {
    await deleteMessage(platform, viewer, input.message_id);
    return {};
  });
  route('remove_message_link_preview', async ({ input, viewer }) => ({
    message: await removeLinkPreview(db, viewer, input.message_id),
  }));
  route('report_message', ({ input, viewer }) => reportMessage(platform, viewer, input));

  route('list_conversation_images', async ({ input, viewer }) => {
    await readConversation(db, viewer.user_id, input.conversation_id);
    const after = decodeCursor('images', input.cursor, isInteger);
    const rows = await listMessageImages(db, viewer.user_id, {
      conversation_id: input.conversation_id,
      before_seq: after && Number(after.at),
      limit: imagesPageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, imagesPageSize, ({ id, seq }) =>
      encodeCursor('images', { at: String(seq), id }),
    );
    const images = page.flatMap(({ id, seq, images: rowsOf }) =>
      rowsOf.map((row) => ({ ...toImage(row), message_id: id, seq })),
    );
    return { images, next_cursor };
  });

  route('search_messages', async ({ input, viewer }) => {
    if (input.conversation_id) await readConversation(db, viewer.user_id, input.conversation_id);
    const after = decodeCursor('messages', input.cursor, isInteger);
    const rows = await searchMessages(db, viewer.user_id, {
      ...input,
      before_id: after?.id ?? null,
      limit: searchPageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, searchPageSize, ({ id, seq }) =>
      encodeCursor('messages', { at: String(seq), id }),
    );
    const messages = page.map(({ content, ...row }) => ({ ...row, excerpt: toPlainExcerpt(content) }));
    return { messages, next_cursor };
  });
}
