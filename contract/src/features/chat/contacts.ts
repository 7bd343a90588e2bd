import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, emptyResponse, id, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { person } from '../../users.ts';
import { messagePolicies } from '../../values/message-policies.ts';

/** A person to write to. */
export const contact = person.extend({
  user_id: id,
  is_online: z.boolean(),
  last_seen_at: timestamp.nullable(),
  /** Whether the viewer's first message to them is a message request. */
  will_send_request: z.boolean(),
});
export type Contact = z.output<typeof contact>;

/**
 * What connects the viewer with a person. With the type `shared_space`, `space_name` and `space_icon` are those of the
 * space that both are in longest. The card is hidden if it's `unknown`.
 */
export const connectionContext = z.object({
  connection_type: z.enum(['shared_space', 'unknown']),
  space_icon: z.string().nullable(),
  space_name: z.string().nullable(),
  /** How many spaces both are members of, and the names of the first five that the viewer joined. */
  shared_space_count: z.number().int(),
  shared_space_names: z.array(z.string()),
  /** When the person signed up. */
  member_since: timestamp,
});
export type ConnectionContext = z.output<typeof connectionContext>;

export const chatSettings = z.object({
  /**
   * Who can start a conversation with the viewer: everyone; only members of the same spaces and people whom the viewer
   * follows, and others by a message request; or nobody.
   */
  who_can_message: z.enum(messagePolicies),
  /** Off: others don't see what the viewer has read, and the viewer doesn't see it of others. */
  read_receipts: z.boolean(),
  /** Off: others don't see the viewer typing, and the viewer doesn't see it of others. */
  typing_indicators: z.boolean(),
});
export type ChatSettings = z.output<typeof chatSettings>;

const ofPerson = z.object({ user_id: id });
const inSpace = z.object({ space_id: id });
const spaceChat = z.object({ chat_enabled: z.boolean() });

export const contactLiveEvents = {
  /** To the viewer's own devices. */
  'chat_settings.changed': z.object({ settings: chatSettings }),
  /** To the viewer's own devices: they blocked someone, or not anymore. */
  'block.changed': z.object({ user_id: id, is_blocked: z.boolean() }),
  /** To the viewer's own devices: they turned chat with the members of a space on or off. */
  'space_chat.changed': inSpace.extend(spaceChat.shape),
};

export const contactEndpoints = {
  search_people: defineEndpoint({
    method: 'GET',
    path: '/api/chat/people',
    summary:
      'Up to 10 people whose name or username contains the text: those with whom the viewer shares a space or a conversation and those whom the viewer follows, then the latest 1,000 who follow the viewer. Of both, prefix matches come first. Without the viewer and blocked people.',
    access: 'signed-in',
    query: z.object({
      search: limitCharacters(z.string().trim(), { max: [100, () => t('At most 100 characters')] }).default(
        '',
      ),
    }),
    output: z.object({ people: z.array(contact) }),
    rateLimit: 'none',
  }),
  list_recent_contacts: defineEndpoint({
    method: 'GET',
    path: '/api/chat/recent-contacts',
    summary: 'The five people whose direct conversations with the viewer have the latest messages.',
    access: 'signed-in',
    output: z.object({ people: z.array(contact) }),
    rateLimit: 'none',
  }),
  list_suggested_people: defineEndpoint({
    method: 'GET',
    path: '/api/chat/suggested-people',
    summary:
      'Up to 10 members of the same spaces to start a conversation with: those who were active last, without those with whom the viewer has a conversation, whom they can’t message directly, and blocked people.',
    access: 'signed-in',
    output: z.object({ people: z.array(contact) }),
    rateLimit: 'none',
  }),
  get_user_connection_context: defineEndpoint({
    method: 'GET',
    path: '/api/chat/people/:user_id/connection',
    summary: 'What connects the viewer with a person.',
    access: 'signed-in',
    params: ofPerson,
    output: connectionContext,
    errors: ['person_not_found'],
    rateLimit: 'none',
  }),
  block_user: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/blocks/:user_id',
    summary:
      "Block a person: neither can write to the other, find the other in chat, follow the other, or see the other online or typing. Follows between them end. The person isn't told, but sees that a follow ended or is refused.",
    access: 'signed-in',
    params: ofPerson,
    output: emptyResponse,
    errors: ['person_not_found', 'cannot_block_self'],
    rateLimit: 'write',
  }),
  unblock_user: defineEndpoint({
    method: 'DELETE',
    path: '/api/chat/blocks/:user_id',
    summary: 'Unblock a person.',
    access: 'signed-in',
    params: ofPerson,
    output: emptyResponse,
    rateLimit: 'write',
  }),
  list_blocked_users: defineEndpoint({
    method: 'GET',
    path: '/api/chat/blocks',
    summary: 'The people whom the viewer has blocked, latest first, 50 a page.',
    access: 'signed-in',
    query: z.object({ cursor }),
    output: z.object({ people: z.array(person), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
  get_chat_settings: defineEndpoint({
    method: 'GET',
    path: '/api/chat/settings',
    summary: "Get the viewer's chat settings.",
    access: 'signed-in',
    output: z.object({ settings: chatSettings }),
    rateLimit: 'none',
  }),
  update_chat_settings: defineEndpoint({
    method: 'PATCH',
    path: '/api/chat/settings',
    summary: "Change the viewer's chat settings. Missing fields stay unchanged.",
    access: 'signed-in',
    body: chatSettings.partial(),
    output: z.object({ settings: chatSettings }),
    rateLimit: 'write',
  }),
  get_space_chat: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/chat',
    summary: 'Whether members of this space can start conversations with the viewer.',
    access: 'space-member',
    params: inSpace,
    output: spaceChat,
    rateLimit: 'none',
  }),
  set_space_chat: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/chat',
    summary:
      'Turn chat with the members of this space on or off for the viewer. Off: being in this space together is no reason to write directly.',
    access: 'space-member',
    params: inSpace,
    body: spaceChat,
    output: spaceChat,
    rateLimit: 'write',
  }),
};
