import { expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { broadcastTo } from '#testing/samples/broadcasts.ts';
import { sharedServer } from '#testing/server.ts';
import { membersChannelKind } from './broadcast-channel.ts';

const server = sharedServer({ runsJobs: false });

/** A broadcast that the reader has in their list; a neighbor has another notification only. */
async function newBroadcast() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const reader = await newMember(server, space, 'Mia');
  const neighbor = await newMember(server, space, 'Ned');
  const broadcast_id = await broadcastTo(server, reader, owner, { space_id: space.id });
  await broadcastTo(server, neighbor, owner, { space_id: space.id });
  const user_ids = [reader.user.id, neighbor.user.id];
  const event = {
    channel: `members:${space.id}`,
    type: 'broadcast.changed',
    payload: { broadcast_id, user_ids, is_news: true },
  } as LiveEvent;
  return { reader, neighbor, broadcast_id, user_ids, event };
}
async function eventsFor(event: LiveEvent, userIds: string[]) {
  const events = [];
  for await (const batch of membersChannelKind.personal?.eventsFor(server.db, event, userIds) ?? [])
    events.push(...batch);
  return events;
}

it('Those who have a broadcast get it with their own count, and the others that it is gone', async () => {
  const { reader, neighbor, broadcast_id, user_ids, event } = await newBroadcast();
  expect(membersChannelKind.personal?.usersOf(event)).toEqual(user_ids);
  const events = await eventsFor(event, user_ids);
  expect(events).toHaveLength(2);
  expect(events.find(({ user_id }) => user_id === reader.user.id)).toMatchObject({
    type: 'notification.changed',
    payload: { notification: { id: broadcast_id, read: false }, is_news: true, unread_count: 1 },
  });
  expect(events.find(({ user_id }) => user_id === neighbor.user.id)).toMatchObject({
    type: 'notification.removed',
    payload: { notification_id: broadcast_id, unread_count: 1 },
  });
});

it('Other events of the channel of members are personal for nobody', async () => {
  const { user_ids, event } = await newBroadcast();
  const other = { ...event, type: 'membership.changed' } as LiveEvent;
  expect(membersChannelKind.personal?.usersOf(other)).toEqual([]);
  expect(await eventsFor(other, user_ids)).toEqual([]);
});

it('Nobody can subscribe to the channel of members', async () => {
  const { reader } = await newBroadcast();
  expect(await membersChannelKind.canSubscribe?.({} as never, reader.user as never, 'space')).toBe(false);
});
