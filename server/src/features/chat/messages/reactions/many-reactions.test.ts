import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { maxMessageEmoji } from '#contract/values/limits.ts';
import { recordQueries } from '#testing/count-queries.ts';
import type { TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });
const emoji = [
  '👍',
  '🎉',
  '❤️',
  '😂',
  '😮',
  '😢',
  '🙏',
  '🔥',
  '👏',
  '💯',
  '🚀',
  '👀',
  '🤝',
  '☕',
  '🌊',
  '🎞️',
  '📷',
  '🌞',
  '🌚',
  '🍀',
];
const reactors = 500;

it('A message with 10,000 reactions is read with as many statements as one without, changes by one, and lists who gave them', async () => {
  expect(emoji).toHaveLength(maxMessageEmoji);
  const [admin, reader] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
  const { id: conversation_id } = await newGroup(admin, [reader]);
  const { id: message_id } = await sendText(admin, conversation_id, 'Everyone likes this');
  const read = () => reader.call('list_messages', { conversation_id });
  const statements = async () => (await recordQueries(read)).map(({ text }) => text);
  const before = await statements();
  const people = (await newPeopleBySql(server, reactors)).map(({ user }) => user.id);
  await sql`
    insert into reactions (target_kind, target_id, kind, user_id, created_at)
    select 'message', ${message_id}::uuid, e.kind, u.id, now() - u.n * interval '1 second'
    from unnest(${emoji}::text[]) e (kind), unnest(${people}::uuid[]) with ordinality u (id, n)`.execute(
    server.db,
  );
  const counts = JSON.stringify(Object.fromEntries(emoji.map((one) => [one, reactors])));
  await sql`update chat_messages set reaction_counts = ${counts}::jsonb where id = ${message_id}::uuid`.execute(
    server.db,
  );

  expect(await statements()).toEqual(before);
  const shown = async () => (await read()).messages.find(({ id }) => id === message_id);
  expect(await shown()).toMatchObject({ reaction_counts: { '👍': reactors }, my_reactions: [] });
  await reader.call('add_message_reaction', { message_id, kind: '👍' });
  await reader.call('add_message_reaction', { message_id, kind: '👍' });
  expect(await shown()).toMatchObject({ reaction_counts: { '👍': reactors + 1 }, my_reactions: ['👍'] });
  await expect(reader.call('add_message_reaction', { message_id, kind: '🦆' })).rejects.toMatchObject({
    code: 'too_many_reactions',
  });
  const listed = new Set<string>();
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await reader.call('list_message_reactors', { message_id, kind: '👍', cursor });
    for (const { id } of page.people) listed.add(id);
    more = page.next_cursor !== null;
    cursor = page.next_cursor ?? undefined;
  }
  expect([...listed].toSorted()).toEqual([reader.user.id, ...people].toSorted());
  await reader.call('remove_message_reaction', { message_id, kind: '👍' });
  expect(await shown()).toMatchObject({ reaction_counts: { '👍': reactors }, my_reactions: [] });
  const events = await publishedEvents(
    server,
    `conversation:${conversation_id}`,
    'message.reactions_changed',
  );
  // The totals, not who gave them.
  expect(events).toHaveLength(2);
  expect(JSON.stringify(events[0]).length).toBeLessThan(1_000);
});
