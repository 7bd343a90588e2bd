import type { Tx } from '#server/platform/db/database.ts';
import { publishAll } from '#server/platform/live/publish.ts';
import { updateLinkingMessages } from './change.queries.ts';
import { editedEvent } from './change-message.ts';
import { findMessage } from './messages.queries.ts';
import { toMessage } from './messages.view.ts';

/**
 * Messages updated live when their link is read; older ones show the preview when they are loaded again. Their conversations
 * are locked meanwhile, so they are few.
 */
const maxPublished = 20;

/** Shows the preview of a page in the messages that link to it. */
export async function publishLinkingMessages(tx: Tx, url: string): Promise<void> {
  for (const { message_id, ...conversation } of await updateLinkingMessages(tx, url, maxPublished)) {
    const row = await findMessage(tx, null, message_id);
    if (row) await publishAll(tx, [await editedEvent(tx, toMessage(row), conversation)]);
  }
}
