import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Message } from '#contract/features/chat/messages.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '../people.ts';
import { newPeopleBySql, newPersonBySql } from '../people-by-sql.ts';
import type { TestServer } from '../server.ts';

/** Inserts signed-in people who take messages from everyone. */
export async function newChatters(server: TestServer, count: number): Promise<TestPerson[]> {
  const people = await newPeopleBySql(server, count, 'Chat');
  for (const person of people) await person.call('update_chat_settings', { who_can_message: 'everyone' });
  return people;
}

/** Opens the direct conversation of a person with another one who takes messages from everyone. */
export async function newDirectConversation(
  server: TestServer,
  person: TestPerson,
): Promise<{ conversation: Conversation; other: TestPerson }> {
  const other = await newPersonBySql(server, 'Other');
  await other.call('update_chat_settings', { who_can_message: 'everyone' });
  const { conversation } = await person.call('get_or_create_conversation', { user_id: other.user.id });
  return { conversation, other };
}

/** Creates a group of a person, its admin, and others who take messages from everyone. */
export async function newGroup(
  admin: TestPerson,
  others: TestPerson[],
  name = 'A group',
): Promise<Conversation> {
  const { conversation } = await admin.call('create_group', {
    client_id: newId(),
    name,
    user_ids: others.map(({ user }) => user.id),
  });
  return conversation;
}

/** Sends a text and returns the message. */
export async function sendText(
  person: TestPerson,
  conversationId: string,
  content = 'Hello',
): Promise<Message> {
  const { message } = await person.call('send_message', {
    conversation_id: conversationId,
    client_id: newId(),
    content,
  });
  return message;
}
