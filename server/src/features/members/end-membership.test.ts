import { describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { eventTimesIn, newEvent } from '#testing/events.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
const lisbon = 2_267_057;

/** Returns what a space has about a member: rows by table, points, and whether they are ranked. */
async function tracesOf(space: Space, person: TestPerson) {
  const count = async (table: 'notifications' | 'member_locations' | 'event_rsvps') =>
    (
      await server.db
        .selectFrom(table)
        .select('space_id')
        .where('space_id', '=', space.id)
        .where('user_id', '=', person.user.id)
        .execute()
    ).length;
  const points = await server.db
    .selectFrom('member_points')
    .select(['points', 'is_member', 'is_ranked'])
    .where('space_id', '=', space.id)
    .where('user_id', '=', person.user.id)
    .executeTakeFirst();
  const [notifications, locations, rsvps] = [
    await count('notifications'),
    await count('member_locations'),
    await count('event_rsvps'),
  ];
  return { notifications, locations, rsvps, ...points };
}

describe('The end of a membership', () => {
  it.each([
    ['leave_space', 1],
    ['remove_member', 0],
    ['ban_member', 0],
  ] as const)(
    'by %s removes what the space has about the member, and no one else',
    async (operation, points) => {
      const owner = await newPerson(server);
      const [space, otherSpace] = [await newSpace(owner), await newSpace(owner)];
      for (const { id } of [space, otherSpace])
        await owner.call('update_space', { space_id: id, feature_map_enabled: true });
      const member = await newMember(server, space);
      await member.call('public_join_space', { space_id: otherSpace.id });
      const neighbor = await newMember(server, space);
      for (const [person, where] of [
        [member, space],
        [member, otherSpace],
        [neighbor, space],
      ] as const) {
        const post = await newPost(person, where);
        await owner.call('like_post', { post_id: post.id });
        await newComment(owner, post.id);
        await person.call('set_location', { space_id: where.id, city_id: lisbon });
        const event = await newEvent(owner, where, eventTimesIn(24));
        await person.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
      }
      const all = { notifications: 2, locations: 1, rsvps: 1, points: 1, is_member: true, is_ranked: true };
      expect(await tracesOf(space, member)).toEqual(all);
      const input = { space_id: space.id, user_id: member.user.id };
      await (operation === 'leave_space' ? member.call(operation, input) : owner.call(operation, input));
      expect(await tracesOf(space, member)).toEqual({
        notifications: 0,
        locations: 0,
        rsvps: 0,
        points,
        is_member: false,
        is_ranked: false,
      });
      expect(await tracesOf(otherSpace, member)).toEqual(all);
      expect(await tracesOf(space, neighbor)).toEqual(all);
    },
  );
});
