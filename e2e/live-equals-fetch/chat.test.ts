import type { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newGroup, sendText } from '#testing/samples/conversations.ts';
import { sharedServer } from '#testing/server.ts';
import { messageDraftQuery } from '#web/features/chat/composer/message-draft.ts';
import { arrangeConversations } from '#web/features/chat/conversations/arrange-conversations.ts';
import {
  conversationChanges,
  conversationPages,
  conversationQuery,
} from '#web/features/chat/conversations/conversations.api.ts';
import { arrangeMessages } from '#web/features/chat/messages/arrange-messages.ts';
import { messageChanges, messagePages } from '#web/features/chat/messages/messages.api.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();
let space: Space;
let people: [TestPerson, TestPerson, TestPerson];
beforeAll(async () => {
  const owner = await newPerson(server);
  space = await newSpace(owner);
  people = [owner, await newMember(server, space, 'Grace'), await newMember(server, space, 'Hedy')];
});

const all = { filter: 'all', search: '' } as const;

/** What changes without an event is left out: who is online, and who shows receipts. What only orders changes, too. */
function toComparable({ viewer_version: _, other_participants, ...conversation }: Conversation) {
  return {
    ...conversation,
    others: other_participants.map(({ user_id, is_admin }) => ({ user_id, is_admin })),
  };
}

/** The latest messages: a page that was loaded before shows older ones, too. */
function shownMessages(client: QueryClient, id: string) {
  const pages = client.getQueryData(messagePages(id, 'newest').queryKey)?.pages ?? [];
  const changes = messageChanges.read(client, id);
  const { items } = arrangeMessages({ pages, changes, hasNewer: false, hasOlder: false });
  return items.slice(-20).map(({ id: messageId }) => {
    const message = readEntity(client, 'message', messageId);
    if (!message) throw new Error('a message of the list is not in the cache');
    const { read_by_ids: _, reply_to, ...shown } = message;
    return { ...shown, reply_to: reply_to && { ...reply_to, version: null } };
  });
}

/** A page with an open conversation, the list of all and the draft. */
const chatView = (id: string): LiveView<unknown> => ({
  channels: ({ user }) => [`conversation:${id}`, `user:${user.id}`],
  load: async (client) => {
    await client.fetchInfiniteQuery(conversationPages(all));
    await client.fetchQuery(conversationQuery(id));
    await client.fetchQuery(messageDraftQuery(id));
    const { pages } = await client.fetchInfiniteQuery(messagePages(id, 'newest'));
    return pages[0]?.live_cursor ?? 0;
  },
  settle: async (client) => {
    await client.refetchQueries({ predicate: ({ state }) => state.isInvalidated });
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  },
  shown: (client) => {
    const conversation = readEntity(client, 'conversation', id);
    return {
      conversations: arrangeConversations({
        pages: client.getQueryData(conversationPages(all).queryKey)?.pages ?? [],
        hasNextPage: false,
        changes: conversationChanges.read(client, all),
        find: (each) => readEntity(client, 'conversation', each),
        filter: all,
      }).map((each) => each.id),
      conversation: conversation && toComparable(conversation),
      messages: shownMessages(client, id),
      draft: client.getQueryData(messageDraftQuery(id).queryKey) ?? null,
    };
  },
});

const kinds = [
  'send',
  'send',
  'send',
  'reply',
  'reply',
  'edit',
  'edit',
  'delete',
  'react',
  'unreact',
  'read',
  'read_all',
  'unread',
  'mute',
  'draft',
  'discard',
  'receipts',
  'rename',
  'remove',
  'add',
  'appoint',
  'block',
] as const;
type Step = { kind: (typeof kinds)[number]; who: number; which: number };

/** Takes a step. What isn't possible, such as editing a message of someone else, is rejected and changes nothing. */
async function take({ kind, who, which }: Step, conversation_id: string, ids: string[]): Promise<void> {
  const person = people[who % people.length] as TestPerson;
  const other = people[(who + 1) % people.length] as TestPerson;
  const message_id = ids[which % ids.length] ?? '';
  const send = async (reply_to_id: string | null) => {
    const text = { conversation_id, client_id: newId(), content: `Text **${ids.length}**`, reply_to_id };
    ids.push((await person.call('send_message', text)).message.id);
  };
  const user_id = other.user.id;
  const steps: Record<Step['kind'], () => Promise<unknown>> = {
    send: () => send(null),
    reply: () => send(message_id),
    edit: () => person.call('update_message', { message_id, content: `Edited _${which}_` }),
    delete: () => person.call('delete_message', { message_id }),
    react: () => person.call('add_message_reaction', { message_id, kind: '👍' }),
    unreact: () => person.call('remove_message_reaction', { message_id, kind: '👍' }),
    read: () => person.call('mark_conversation_as_read', { conversation_id, seq: which }),
    read_all: () => person.call('mark_all_conversations_as_read', {}),
    unread: () => person.call('mark_conversation_as_unread', { conversation_id }),
    mute: () => person.call('mute_conversation', { conversation_id, duration: which % 2 ? '1_day' : null }),
    draft: () =>
      person.call('save_message_draft', {
        conversation_id,
        client_id: newId(),
        base_version: 0,
        client_edited_at: new Date().toISOString(),
        content: `Draft ${which}`,
      }),
    discard: () => person.call('discard_message_draft', { conversation_id }),
    receipts: () => person.call('update_chat_settings', { read_receipts: which % 2 === 0 }),
    rename: () => person.call('update_group', { conversation_id, name: `Name ${which}` }),
    remove: () => person.call('remove_participant', { conversation_id, user_id }),
    add: () => person.call('add_participants', { conversation_id, user_ids: [user_id] }),
    appoint: () =>
      person.call('set_participant_admin', { conversation_id, user_id, is_admin: which % 2 === 0 }),
    block: () => person.call(which % 2 ? 'block_user' : 'unblock_user', { user_id }),
  };
  await steps[kind]().catch((error: { status?: number }) => {
    expect([400, 403, 404, 409]).toContain(error.status);
  });
}

const openGroup = async () => {
  const [first, ...others] = people;
  return await newGroup(first, others);
};
const openDirect = async () => {
  const [first, second] = people;
  return (await first.call('get_or_create_conversation', { user_id: second.user.id })).conversation;
};

/** Undoes what would outlive one run. */
async function reset(): Promise<void> {
  for (const person of people) {
    await person.call('update_chat_settings', { read_receipts: true });
    for (const { user } of people)
      if (user.id !== person.user.id) await person.call('unblock_user', { user_id: user.id });
  }
}

describe('State updated by events equals a fresh fetch', () => {
  it.each(['group', 'direct'] as const)(
    'for a %s conversation in which several people do anything at once',
    async (sort) => {
      const isGroup = sort === 'group';
      // A page outside of a conversation can't subscribe to it.
      const possible = kinds.filter((kind) => kind !== 'remove' && (isGroup || kind !== 'block'));
      const step = fc.record({
        kind: fc.constantFrom(...possible),
        who: fc.nat(isGroup ? 2 : 1),
        which: fc.nat(9),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 15 }), async (steps) => {
          await reset();
          const { id } = await (isGroup ? openGroup() : openDirect());
          const ids = [
            (await sendText(people[0], id, 'first')).id,
            (await sendText(people[1], id, 'second')).id,
          ];
          const viewers = isGroup ? people : people.slice(0, 2);
          await expectLiveEqualsFetch(server, space.id, viewers, chatView(id), async () => {
            for (let at = 0; at < steps.length; at += 3)
              await Promise.all(steps.slice(at, at + 3).map((one) => take(one, id, ids)));
          });
        }),
        { numRuns: 8, endOnFailure: true },
      );
    },
    120_000,
  );

  it.each([...new Set(kinds)].filter((kind) => kind !== 'remove'))(
    'for a group when all that happens is: %s',
    async (kind) => {
      await reset();
      const { id } = await openGroup();
      const quoted = await sendText(people[0], id, 'first');
      const reply = { conversation_id: id, client_id: newId(), content: 'about it', reply_to_id: quoted.id };
      await people[1].call('send_message', reply);
      await expectLiveEqualsFetch(server, space.id, people, chatView(id), () =>
        take({ kind, who: 0, which: 1 }, id, [quoted.id, quoted.id]),
      );
    },
  );
});
