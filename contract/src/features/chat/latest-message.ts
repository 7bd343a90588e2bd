import { z } from 'zod';
import { timestamp } from '../../schema/endpoint.ts';
import { avatarPerson } from '../../users.ts';
import { systemMessage } from './system-message.ts';

/** What the latest message is, for lists: they name a voice message or an image in their reader's language. */
export const latestMessageKind = z.enum(['text', 'image', 'file', 'voice', 'system']);

/** The latest message of a conversation that isn't deleted; all null if there is none. */
export const latestMessage = {
  /** Plain text without Markdown, at most 200 characters; empty if it has no text. */
  latest_message_content: z.string().nullable(),
  latest_message_time: timestamp.nullable(),
  latest_message_sender: avatarPerson.nullable(),
  latest_message_kind: latestMessageKind.nullable(),
  /** What a line of the system says. */
  latest_message_system: systemMessage.nullable(),
  /** When something was sent last, even if it was deleted since. Conversations are listed in this order, latest first. */
  last_message_at: timestamp.nullable(),
};
