import type { QueryClient } from '@tanstack/react-query';
import type { RepliedMessage, VoiceShape } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { uploadFile } from '#web/features/uploads/index.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Outbox, type Pending } from '#web/lib/outbox/outbox.ts';
import { outboxTable } from '#web/lib/outbox/outbox-table.ts';
import { applySentMessage } from '../messages/apply-sent-message.ts';
import { onOwnMessage } from './own-messages.ts';

/** A file of a message that is being sent. */
export interface UnsentFile {
  name: string;
  file: Blob;
  kind: 'image' | 'document' | 'video';
  /** Of an image, for its place before it is loaded. */
  size?: { width: number; height: number };
  /** Once it's stored on the server. */
  upload_id: string | null;
}

interface MessageContent {
  conversation_id: string;
  content: string;
  files: UnsentFile[];
  /** Of a voice message, whose recording is the only file. */
  voice: VoiceShape | null;
  reply_to: RepliedMessage | null;
}
/** A message that the server has not confirmed yet. */
export type UnsentMessage = Pending<MessageContent>;
export type MessageOutbox = Outbox<MessageContent>;

/** The ID of a message that the server hasn't confirmed yet begins with this. */
export const pendingIdPrefix = 'temp-';
export const toPendingId = (clientId: string) => `${pendingIdPrefix}${clientId}`;

/** Three attempts, one and two seconds after the last. Then the message counts as failed until the connection is back. */
const retry = { delays: [1_000, 2_000], later: null };
const listPrefix = 'message:';

async function storeFile(item: UnsentFile, isVoice: boolean): Promise<string> {
  const file = new File([item.file], item.name, { type: item.file.type });
  const { id } = await (isVoice
    ? uploadFile(file, { purpose: 'voice' })
    : uploadFile(file, { purpose: 'chat' }));
  return id;
}

/** Uploads the files that aren't stored yet, one after the other, and keeps each that is. */
async function storeFiles(item: UnsentMessage, keep: (content: MessageContent) => Promise<void>) {
  let { files } = item;
  for (const [index, file] of files.entries()) {
    if (file.upload_id !== null) continue;
    files = files.with(index, { ...file, upload_id: await storeFile(file, item.voice !== null) });
    const { conversation_id, content, voice, reply_to } = item;
    await keep({ conversation_id, content, voice, reply_to, files });
  }
  return files.flatMap(({ upload_id }) => upload_id ?? []);
}

function newMessageOutbox(client: QueryClient, conversationId: string, userId: string): MessageOutbox {
  return new Outbox<MessageContent>({
    userId,
    list: listPrefix + conversationId,
    retry,
    failure: t('Failed to send message'),
    send: async (item, keep) => {
      const upload_ids = await storeFiles(item, keep);
      const response = await getApiClient(client)('send_message', {
        conversation_id: conversationId,
        client_id: item.client_id,
        content: item.content,
        upload_ids,
        voice: item.voice,
        reply_to_id: item.reply_to?.id ?? null,
      });
      applySentMessage(client, response, userId);
    },
  });
}

const outboxes = new Map<string, MessageOutbox>();

/** Returns the outbox of a conversation. A page has one user from load to unload. */
export function getMessageOutbox(client: QueryClient, conversationId: string, userId: string): MessageOutbox {
  const known = outboxes.get(conversationId);
  if (known) return known;
  const outbox = newMessageOutbox(client, conversationId, userId);
  outboxes.set(conversationId, outbox);
  return outbox;
}

// The event of an own message can arrive before the response; the message is then sent.
onOwnMessage((message, show) => {
  const { client_id, conversation_id } = message;
  const outbox = outboxes.get(conversation_id);
  if (client_id === null || !outbox?.read().some((item) => item.client_id === client_id)) return false;
  show();
  void outbox.discard(client_id);
  return true;
});

/** Sends what an earlier page of this user couldn't send, in all conversations. */
export async function sendLeftMessages(client: QueryClient, userId: string): Promise<void> {
  const items = await (await outboxTable()).listAll(userId);
  for (const { list } of items)
    if (list.startsWith(listPrefix)) getMessageOutbox(client, list.slice(listPrefix.length), userId);
}
