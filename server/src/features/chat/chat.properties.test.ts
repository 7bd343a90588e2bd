import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '#testing/people.ts';
import { ChatDevice, toComparable } from '#testing/samples/chat-device.ts';
import { newChatters, newGroup } from '#testing/samples/conversations.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

/** What someone does. Numbers choose a person, a message, and what happens to the events meanwhile. */
type Step = { who: number; which: number; fate: number } & (
  | { act: 'send' | 'resend' | 'edit' | 'delete' | 'unread' | 'read_all' }
  | { act: 'read'; seq: number }
  | { act: 'react'; emoji: string; is_given: boolean }
);

const base = { who: fc.nat(2), which: fc.nat(20), fate: fc.nat(100) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...base, act: fc.constant('send' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ ...base, act: fc.constantFrom('resend', 'edit', 'delete', 'unread', 'read_all') }),
  },
  { weight: 3, arbitrary: fc.record({ ...base, act: fc.constant('read' as const), seq: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...base,
      act: fc.constant('react' as const),
      emoji: fc.constantFrom('👍', '🎉'),
      is_given: fc.boolean(),
    }),
  },
);

interface Sent {
  sender: TestPerson;
  id: string;
  input: { conversation_id: string; client_id: string; content: string; reply_to_id: string | null };
}

/** Carries out one step. What isn't possible anymore, such as editing a deleted message, is refused and changes nothing. */
async function take(people: TestPerson[], conversation_id: string, sent: Sent[], one: Step): Promise<void> {
  const person = people[one.who % people.length] as TestPerson;
  const target = sent[one.which % Math.max(1, sent.length)];
  const possible = (call: Promise<unknown>) => call.catch(() => null);
  switch (one.act) {
    case 'send': {
      const reply_to_id = one.which % 3 === 0 ? (target?.id ?? null) : null;
      const input = { conversation_id, client_id: newId(), content: `text ${sent.length}`, reply_to_id };
      const response = await person.call('send_message', input).catch(() => null);
      if (response) sent.push({ sender: person, id: response.message.id, input });
      return;
    }
    case 'resend':
      if (target)
        await Promise.all([1, 2].map(() => possible(target.sender.call('send_message', target.input))));
      return;
    case 'edit':
      if (target)
        await possible(
          target.sender.call('update_message', { message_id: target.id, content: `edit ${one.fate}` }),
        );
      return;
    case 'delete':
      if (target) await possible(target.sender.call('delete_message', { message_id: target.id }));
      return;
    case 'unread':
      await person.call('mark_conversation_as_unread', { conversation_id });
      return;
    case 'read_all':
      await person.call('mark_all_conversations_as_read', {});
      return;
    case 'read':
      await person.call('mark_conversation_as_read', { conversation_id, seq: one.seq });
      return;
    case 'react':
      if (target)
        await possible(
          person.call(one.is_given ? 'add_message_reaction' : 'remove_message_reaction', {
            message_id: target.id,
            kind: one.emoji,
          }),
        );
  }
}

/** Returns the events of some channels in the order of their commits. */
async function eventsAfter(
  position: number,
  channels: string[],
): Promise<(LiveEvent & { position: number })[]> {
  const { rows } = await sql<LiveEvent & { position: number }>`
    select id as position, seq, channel, type, payload from live_events
    where id > ${position} and channel = any(${channels}) order by id`.execute(server.db);
  return rows;
}

async function countByHand(userId: string, conversationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chat_messages m join chat_participants p using (conversation_id)
    where m.conversation_id = ${conversationId}::uuid and p.user_id = ${userId}::uuid and m.seq > p.last_read_seq
      and m.sender_id <> p.user_id and m.deleted_at is null and m.kind <> 'system'`.execute(server.db);
  return rows[0]?.count ?? -1;
}

/** Delivers events to a device: some twice, and its own channel before or after that of the conversation. */
function deliver(device: ChatDevice, events: LiveEvent[], fate: number): void {
  const mine = events.filter(({ channel }) => channel.startsWith('user:'));
  const shared = events.filter(({ channel }) => !channel.startsWith('user:'));
  const inOrder = fate % 2 === 0 ? [...mine, ...shared] : [...shared, ...mine];
  for (const event of inOrder) device.apply(structuredClone(event));
  if (fate % 3 === 0) for (const event of inOrder) device.apply(structuredClone(event));
}

it('Any course of a conversation looks the same on every device and after a reload', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.boolean(),
      async (steps, isGroup) => {
        const people = await newChatters(server, isGroup ? 3 : 2);
        const [first, second] = people as [TestPerson, TestPerson];
        const { id: conversation_id } = isGroup
          ? await newGroup(first, people.slice(1))
          : (await first.call('get_or_create_conversation', { user_id: second.user.id })).conversation;
        await first.call('send_message', { conversation_id, client_id: newId(), content: 'first' });
        const devices = people.flatMap((person) => [1, 2].map(() => new ChatDevice(person, conversation_id)));
        for (const device of devices) await device.fetch();
        const waiting = new Map(devices.map((device) => [device, [] as LiveEvent[]]));
        const sent: Sent[] = [];
        let { position } = (
          await sql<{ position: number }>`select coalesce(max(id), 0) as position from live_events`.execute(
            server.db,
          )
        ).rows[0] ?? { position: 0 };
        for (const one of steps) {
          await take(people, conversation_id, sent, one);
          const channels = [
            `conversation:${conversation_id}`,
            ...people.map(({ user }) => `user:${user.id}`),
          ];
          const events = await eventsAfter(position, channels);
          position = events.at(-1)?.position ?? position;
          for (const [index, device] of devices.entries()) {
            const mine = events.filter(
              ({ channel }) => !channel.startsWith('user:') || channel.endsWith(device.person.user.id),
            );
            const queue = waiting.get(device) ?? [];
            queue.push(...mine);
            const fate = one.fate + 7 * index;
            // Some devices lag behind, and some lose their connection and fetch everything.
            if (fate % 11 === 0) await device.fetch();
            if (fate % 4 === 0) continue;
            deliver(device, queue.splice(0), fate);
          }
        }
        for (const device of devices) {
          deliver(device, waiting.get(device) ?? [], 0);
          await device.settle();
          const fresh = new ChatDevice(device.person, conversation_id);
          await fresh.fetch();
          expect(toComparable(device.state)).toEqual(toComparable(fresh.state));
          expect(fresh.state.conversation.unread_count).toBe(
            await countByHand(device.person.user.id, conversation_id),
          );
          const seqs = [...fresh.state.messages.values()].map(({ seq }) => seq);
          expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);
