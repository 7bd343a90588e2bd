import {
  createGroup,
  getOrCreateConversation,
  markConversationAsRead,
  sendMessage,
} from '#server/features/chat/index.ts';
import { setReaction } from '#server/features/reactions/index.ts';
import { storeFile } from '#server/features/uploads/index.ts';
import type { Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from './add-people.ts';
import { type DemoChat, type DemoMessage, demoChats, recording } from './content/chats.ts';
import { readMedia } from './files/media.ts';
import { storeDemoImage } from './files/store-image.ts';

const minute = 60_000;

/** Opens the conversation, or creates the group shortly before its first message. Returns its id. */
async function openChat(platform: Platform, chat: DemoChat, people: Viewer[], at: number): Promise<string> {
  const [first, ...others] = people;
  if (!first) throw new Error('A demo conversation has no people');
  const user_ids = others.map(({ user_id }) => user_id);
  const { name } = chat;
  const { id } = await withFrozenTime(at, () =>
    name === null
      ? getOrCreateConversation(platform, first, user_ids[0] ?? '')
      : createGroup(platform, first, { client_id: newId(), name, user_ids, icon_upload_id: null }),
  );
  return id;
}

/** Stores the image or the recording of a message. Returns their ids. */
async function storeAttachments(
  platform: Platform,
  user_id: string,
  message: DemoMessage,
): Promise<string[]> {
  const by = { user_id, space_id: null };
  if (message.voice) {
    const { file_name } = recording;
    const body = readMedia(`files/${file_name}`);
    return [(await storeFile(platform, { ...by, purpose: 'chat_voice', file_name, body })).id];
  }
  if (!message.image) return [];
  return [(await storeDemoImage(platform, { ...by, purpose: 'chat_image' }, `images/${message.image}`)).id];
}

async function fillOne(platform: Platform, chat: DemoChat, people: DemoMembers, now: number): Promise<void> {
  const viewerOf = (key: string) => requireMember(people, key).viewer;
  let at = now - (chat.ended + chat.messages.reduce((sum, { after }) => sum + after, 0)) * minute;
  const conversation_id = await openChat(platform, chat, chat.people.map(viewerOf), at - minute);
  const sent: { id: string; seq: number }[] = [];
  for (const message of chat.messages) {
    at += message.after * minute;
    const viewer = viewerOf(message.by);
    const replied = message.replies_to ? sent.at(-message.replies_to) : undefined;
    const { message: created } = await withFrozenTime(at, async () =>
      sendMessage(platform, viewer, {
        conversation_id,
        client_id: newId(),
        content: message.text,
        upload_ids: await storeAttachments(platform, viewer.user_id, message),
        voice: message.voice ? { duration_ms: recording.duration_ms, peaks: recording.peaks } : null,
        reply_to_id: replied?.id ?? null,
      }),
    );
    sent.push({ id: created.id, seq: created.seq });
    for (const [key, kind] of Object.entries(message.reactions ?? {})) {
      const target = { kind: 'message', id: created.id } as const;
      await withFrozenTime(at + minute, () =>
        setReaction(platform, viewerOf(key), null, { target, kind, is_given: true }),
      );
    }
  }
  if (chat.is_request) return;
  for (const key of chat.people) {
    const seq = sent.at(-1 - (chat.unread[key] ?? 0))?.seq ?? 0;
    await markConversationAsRead(platform, viewerOf(key).user_id, { conversation_id, seq });
  }
}

/** Adds the conversations of a community's members, one after another. */
export async function fillChat(
  platform: Platform,
  subdomain: string,
  people: DemoMembers,
  now: number,
): Promise<void> {
  for (const chat of demoChats) if (chat.community === subdomain) await fillOne(platform, chat, people, now);
}
