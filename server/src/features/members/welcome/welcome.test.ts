import { describe, expect, it } from 'vitest';
import { type WelcomeState, welcomeDays } from '#contract/features/members/welcome.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

// Without jobs, which would run statements of their own: this file counts statements.
const server = sharedServer({ runsJobs: false });

const welcomeOf = async (person: TestPerson, { subdomain }: Space) =>
  (await person.call('get_space', { subdomain })).space.welcome;
const nothingDone: WelcomeState = { has_posted: false, has_looked_around: false };
const publishedTo = async (person: TestPerson) =>
  (
    await server.db
      .selectFrom('live_events')
      .select('payload')
      .where('type', '=', 'welcome.changed')
      .where('channel', '=', `user:${person.user.id}`)
      .orderBy('id')
      .execute()
  ).map(({ payload }) => payload);
const joinedDaysAgo = (person: TestPerson, space: Space, days: number) =>
  server.db
    .updateTable('space_members')
    .set({ joined_at: new Date(Date.now() - days * 24 * 60 * 60_000).toISOString() })
    .where('space_id', '=', space.id)
    .where('user_id', '=', person.user.id)
    .execute();

const statementsOf = async (person: TestPerson, space: Space) =>
  (await recordQueries(() => welcomeOf(person, space))).map(({ text }) => text).toSorted();

describe('The welcome of a new member', () => {
  it('is for members in their first 14 days, and costs no statement', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [member, admin, long] = [
      await newMember(server, space),
      await newMember(server, space),
      await newMember(server, space),
    ];
    await setRole(server, space.id, admin.user.id, 'admin');
    expect(await welcomeOf(member, space)).toEqual(nothingDone);
    for (const other of [owner, admin, await newPerson(server)])
      expect(await welcomeOf(other, space)).toBeNull();
    const statements = await statementsOf(member, space);
    await joinedDaysAgo(long, space, welcomeDays - 0.1);
    expect(await welcomeOf(long, space)).toEqual(nothingDone);
    await joinedDaysAgo(long, space, welcomeDays + 0.1);
    expect(await welcomeOf(long, space)).toBeNull();
    expect(await statementsOf(long, space)).toEqual(statements);
  });

  it('knows what they did in this space, and their posts even when deleted', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const other = await newSpace(owner);
    const member = await newMember(server, space);
    await member.call('public_join_space', { space_id: other.id });
    await newPost(member, other);
    await member.call('mark_looked_around', { space_id: other.id });
    expect(await welcomeOf(member, space)).toEqual(nothingDone);
    const post = await newPost(member, space);
    expect(await welcomeOf(member, space)).toEqual({ has_posted: true, has_looked_around: false });
    await member.call('delete_post', { post_id: post.id });
    for (let twice = 0; twice < 2; twice += 1)
      await member.call('mark_looked_around', { space_id: space.id });
    expect(await welcomeOf(member, space)).toEqual({ has_posted: true, has_looked_around: true });
  });

  it('stays dismissed on all devices until they join again', async () => {
    const space = await newSpace(await newPerson(server));
    const member = await newMember(server, space);
    const neighbor = await newMember(server, space);
    const inSpace = { space_id: space.id };
    for (let twice = 0; twice < 2; twice += 1) await member.call('dismiss_welcome', inSpace);
    expect(await welcomeOf(member, space)).toBeNull();
    expect(await welcomeOf(neighbor, space)).toEqual(nothingDone);
    await member.call('mark_looked_around', inSpace);
    expect(await publishedTo(member)).toEqual([
      { ...inSpace, has_looked_around: false, is_dismissed: true },
      { ...inSpace, has_looked_around: true, is_dismissed: true },
    ]);
    expect(await publishedTo(neighbor)).toEqual([]);
    await member.call('leave_space', inSpace);
    await member.call('public_join_space', inSpace);
    expect(await welcomeOf(member, space)).toEqual(nothingDone);
  });

  it('is changed by members only', async () => {
    const space = await newSpace(await newPerson(server));
    const outsider = await newPerson(server);
    for (const operation of ['mark_looked_around', 'dismiss_welcome'] as const) {
      await expect(outsider.call(operation, { space_id: space.id })).rejects.toMatchObject({
        code: 'membership_required',
      });
    }
  });
});
