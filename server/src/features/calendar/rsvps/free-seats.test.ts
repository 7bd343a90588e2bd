import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventTimesIn, newEvent } from '#testing/events.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newComment, newPerson, newPost, newSpace } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

it.each([
  ['before', 0],
  ['after', 1],
])(
  'A leaving member whose id is %s that of the member who gets the seat locks their lists by id',
  async (_name, leaving) => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const people = (await newPeopleBySql(server, 2)).toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1));
    for (const person of people) await person.call('public_join_space', { space_id: space.id });
    const [first, second] = people;
    const leaver = people[leaving];
    const promoted = people[1 - leaving];
    if (!first || !second || !leaver || !promoted) throw new Error('two people are needed');
    const post = await newPost(leaver, space);
    await newComment(owner, post.id);
    const event = await newEvent(owner, space, { ...eventTimesIn(24), capacity: 1 });
    await leaver.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    await promoted.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    let left: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await sql`select lock_notifications(${first.user.id}::uuid)`.execute(tx);
      left = leaver.call('leave_space', { space_id: space.id });
      await untilWaiting(server.db, '%notification_counts%');
      await sql`set local lock_timeout = '2s'`.execute(tx);
      await sql`select lock_notifications(${second.user.id}::uuid)`.execute(tx);
    });
    await left;
    expect((await promoted.call('get_event', { event_id: event.id })).event.viewer_rsvp).toBe('going');
  },
);
