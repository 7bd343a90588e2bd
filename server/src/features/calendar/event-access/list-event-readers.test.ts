import { expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { newEvent } from '#testing/events.ts';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { eventNotifications } from './list-event-readers.ts';

// This file counts statements, and jobs run their own.
const server = sharedServer({ runsJobs: false });

it('Nobody is told of an event that is gone, and those of one without rules are found by one statement', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const users = [owner, await newMember(server, space)].map(({ user }) => user.id);
  const readersOf = async (id: string) => {
    const entries = users.map((user_id) => ({ user_id, space_id: space.id, id, post_id: null }));
    return (await eventNotifications.onlyReaders(server.db, entries)).map(({ user_id }) => user_id);
  };
  expect(await readersOf(newId())).toEqual([]);
  const { id } = await newEvent(owner, space);
  const queries = await countQueries(async () => expect(await readersOf(id)).toEqual(users));
  expect(queries).toBe(1);
});
