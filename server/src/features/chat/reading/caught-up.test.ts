import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runJob } from '#testing/jobs.ts';
import type { TestPerson } from '#testing/people.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { sharedServer } from '#testing/server.ts';
import { markQuietAsCaughtUp } from './mark-caught-up.job.ts';

const server = sharedServer({ runsJobs: false });

/** Moves the latest message of conversations some days back. */
const age = async (days: number, ...ids: string[]) =>
  await sql`update chat_participants set active_on = (now() at time zone 'UTC')::date - ${days}::int
    where conversation_id = any(${ids}::uuid[])`.execute(server.db);
const isCaughtUp = async (person: TestPerson, ...ids: string[]) => {
  const rows = await server.db
    .selectFrom('chat_participants')
    .select(['conversation_id', 'is_caught_up'])
    .where('user_id', '=', person.user.id)
    .execute();
  return ids.map((id) => rows.find(({ conversation_id }) => conversation_id === id)?.is_caught_up);
};
const unread = async (person: TestPerson) => {
  const { unread_count, conversation_count } = await person.call('get_unread_conversations', {});
  const { conversations } = await person.call('list_conversations', { filter: 'unread' });
  expect(conversations).toHaveLength(conversation_count);
  return unread_count;
};
const read = (person: TestPerson, conversation_id: string) =>
  person.call('mark_conversation_as_read', { conversation_id, seq: 1_000 });

/** A group in which `reader` has read everything, days ago. */
async function newQuietGroup() {
  const [writer, reader] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
  const { id } = await newGroup(writer, [reader]);
  await sendText(writer, id);
  await read(reader, id);
  await age(2, id);
  await runJob(server, 'mark-caught-up');
  expect(await isCaughtUp(reader, id)).toEqual([true]);
  expect(await unread(reader)).toBe(0);
  return { writer, reader, id };
}

describe('A conversation that was read and is quiet', () => {
  it('is left out of the counting, but not one that is unread, marked as unread or was active yesterday', async () => {
    const [writer, reader] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
    const groups = [];
    for (let n = 0; n < 5; n += 1) groups.push((await newGroup(writer, [reader])).id);
    const [quiet = '', newer = '', marked = '', recent = '', left = ''] = groups;
    for (const id of groups) await sendText(writer, id);
    for (const id of [quiet, marked, recent, left]) await read(reader, id);
    await reader.call('mark_conversation_as_unread', { conversation_id: marked });
    await reader.call('leave_conversation', { conversation_id: left });
    await sendText(writer, left);
    await age(2, quiet, newer, marked, left);
    await age(1, recent);
    await runJob(server, 'mark-caught-up');
    expect(await isCaughtUp(reader, quiet, newer, marked, recent, left)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(await unread(reader)).toBe(2);
    expect(await reader.call('mark_all_conversations_as_read', {})).toEqual({ count: 2 });
  });

  it('counts again after a message, for all participants', async () => {
    const { writer, reader, id } = await newQuietGroup();
    expect(await isCaughtUp(writer, id)).toEqual([true]);
    await sendText(reader, id);
    expect(await unread(writer)).toBe(1);
    await sendText(writer, id);
    expect(await unread(reader)).toBe(1);
    expect(await unread(writer)).toBe(1);
    await sendText(reader, id);
    expect(await unread(writer)).toBe(2);
  });

  it('counts again if it’s marked as unread', async () => {
    const { reader, id } = await newQuietGroup();
    await reader.call('mark_conversation_as_unread', { conversation_id: id });
    expect(await unread(reader)).toBe(1);
    await read(reader, id);
    expect(await unread(reader)).toBe(0);
  });

  it('counts again for someone who is added to it again', async () => {
    const { writer, reader, id } = await newQuietGroup();
    await reader.call('leave_conversation', { conversation_id: id });
    await read(reader, id);
    await sql`update chat_participants set left_at = now() - interval '3 days'
      where conversation_id = ${id}::uuid and user_id = ${reader.user.id}::uuid`.execute(server.db);
    await age(3, id);
    await runJob(server, 'mark-caught-up');
    expect(await isCaughtUp(reader, id)).toEqual([true]);
    await writer.call('add_participants', { conversation_id: id, user_ids: [reader.user.id] });
    await sendText(writer, id);
    expect(await unread(reader)).toBe(1);
  });
});

describe('Marking conversations as caught up', () => {
  it('goes through all of them, in batches', async () => {
    const [writer, ...readers] = (await newChatters(server, 4)) as [TestPerson, ...TestPerson[]];
    const { id } = await newGroup(writer, readers);
    for (const person of readers) await read(person, id);
    await age(2, id);
    await markQuietAsCaughtUp(server.db, 2);
    for (const person of [writer, ...readers]) expect(await isCaughtUp(person, id)).toEqual([true]);
  });

  it('doesn’t wait for someone who is just being written to', async () => {
    const [writer, reader] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
    const { id } = await newGroup(writer, [reader]);
    await sendText(writer, id);
    await read(reader, id);
    await age(2, id);
    await server.db.transaction().execute(async (tx) => {
      await sql`select from chat_participants where conversation_id = ${id}::uuid and user_id = ${reader.user.id}::uuid
        for update`.execute(tx);
      await runJob(server, 'mark-caught-up');
    });
    expect(await isCaughtUp(reader, id)).toEqual([false]);
    expect(await isCaughtUp(writer, id)).toEqual([true]);
    await runJob(server, 'mark-caught-up');
    expect(await isCaughtUp(reader, id)).toEqual([true]);
  });
});
