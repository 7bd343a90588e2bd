import { beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { conflictRetries } from '#server/platform/unavailable.ts';
import { listen } from '#testing/live.ts';
import { newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql, newPersonBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
let owner: TestPerson;
let space: Space;

beforeEach(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
});

const inSpace = () => ({ space_id: space.id });
const inSpaceAs = (person: TestPerson) => ({ ...inSpace(), user_id: person.user.id });
async function newJoined(firstName?: string): Promise<TestPerson> {
  const person = await newPersonBySql(server, firstName);
  await person.call('public_join_space', inSpace());
  return person;
}
const ban = (person: TestPerson, by = owner) => by.call('ban_member', inSpaceAs(person));
const bans = async () => (await owner.call('list_bans', inSpace())).bans.map(({ user }) => user.id);
const spaceFor = async (person: TestPerson) =>
  (await person.call('get_space', { subdomain: space.subdomain })).space;
const listActions = async () =>
  (await owner.call('list_audit_log', inSpace())).actions.map(({ action }) => action);
const retries = async () => (await conflictRetries.get()).values[0]?.value ?? 0;
const makePrivate = () => owner.call('update_space', { ...inSpace(), is_private: true });

describe('Banning a former member', () => {
  it.each<[string, (person: TestPerson) => Promise<unknown>]>([
    ['left', (person) => person.call('leave_space', inSpace())],
    ['was removed', (person) => owner.call('remove_member', inSpaceAs(person))],
  ])('who %s keeps them from joining or requesting to join', async (_how, end) => {
    const person = await newJoined();
    await end(person);
    await ban(person);
    // Banning again changes nothing.
    await ban(person);
    expect(await bans()).toEqual([person.user.id]);
    expect((await listActions()).filter((action) => action === 'member_banned')).toHaveLength(1);
    const blocked = { code: 'membership_blocked' };
    await expect(person.call('public_join_space', inSpace())).rejects.toMatchObject(blocked);
    const ref = owner.user.id.slice(0, 8);
    await expect(person.call('public_join_space', { ...inSpace(), ref })).rejects.toMatchObject(blocked);
    await makePrivate();
    await expect(person.call('request_to_join', { ...inSpace(), ref })).rejects.toMatchObject(blocked);
    expect((await spaceFor(owner)).member_count).toBe(1);
    await owner.call('unban_member', inSpaceAs(person));
    await person.call('request_to_join', inSpace());
  });

  it('is rejected if they never were a member, and by people who are not moderators', async () => {
    const stranger = await newPersonBySql(server);
    await expect(ban(stranger)).rejects.toMatchObject({ code: 'member_not_found' });
    await makePrivate();
    await stranger.call('request_to_join', inSpace());
    await expect(ban(stranger)).rejects.toMatchObject({ code: 'member_not_found' });
    const [left, member, outsider] = [
      await newPersonBySql(server),
      await newPersonBySql(server),
      await newPersonBySql(server),
    ];
    for (const person of [left, member]) await setRole(server, space.id, person.user.id, 'member');
    await left.call('leave_space', inSpace());
    await expect(ban(left, member)).rejects.toMatchObject({ code: 'remove_not_allowed' });
    await expect(ban(left, outsider)).rejects.toMatchObject({ code: 'space_not_found' });
    expect(await bans()).toEqual([]);
  });

  it('deletes their open join request', async () => {
    const person = await newJoined();
    await person.call('leave_space', inSpace());
    await makePrivate();
    await person.call('request_to_join', inSpace());
    await ban(person);
    expect((await owner.call('list_join_requests', inSpace())).requests).toEqual([]);
    await expect(owner.call('approve_join_request', inSpaceAs(person))).rejects.toMatchObject({
      code: 'join_request_not_found',
    });
    expect(await spaceFor(person)).toMatchObject({ viewer_is_banned: true, join_requested: false });
  });

  it('starts from a list of former members, which only moderators can search by name', async () => {
    const [mara, milo, member] = [await newJoined('Mara'), await newJoined('Milo'), await newJoined('Mary')];
    await mara.call('leave_space', inSpace());
    await owner.call('remove_member', inSpaceAs(milo));
    const found = async (search?: string) =>
      (await owner.call('list_former_members', { ...inSpace(), search })).people.map(({ id }) => id);
    expect(await found()).toEqual([milo.user.id, mara.user.id]);
    expect(await found('MÁR')).toEqual([mara.user.id]);
    await ban(mara);
    expect(await found('mar')).toEqual([]);
    await milo.call('public_join_space', inSpace());
    expect(await found()).toEqual([]);
    for (const [person, code] of [
      [member, 'not_allowed'],
      [mara, 'membership_required'],
    ] as const) {
      await expect(person.call('list_former_members', inSpace())).rejects.toMatchObject({ code });
    }
  });
});

it('a report about someone who has left offers a ban, which resolves it', async () => {
  const [author, reader] = [await newJoined(), await newJoined()];
  const post = await newPost(author, space);
  await reader.call('report_post', { post_id: post.id, reason: 'spam' });
  await reader.call('report_member', { ...inSpaceAs(author), reason: 'harassment' });
  await author.call('leave_space', inSpace());
  const open = async () => (await owner.call('list_cases', inSpace())).cases;
  const [ofMember, ofPost] = await open();
  expect([ofMember, ofPost].map((found) => found?.permissions.can_ban)).toEqual([true, true]);
  await owner.call('resolve_case', {
    ...inSpace(),
    case_id: ofPost?.id ?? '',
    outcome: 'banned',
    reason: 'Spam, and then gone.',
  });
  expect(await bans()).toEqual([author.user.id]);
  expect((await reader.call('get_post', { post_id: post.id })).removal?.is_removed).toBe(true);
  // The same ban also resolves the report about the person.
  expect(await open()).toEqual([]);
  expect((await owner.call('get_open_cases', inSpace())).open_count).toBe(0);
});

describe('Lifting a ban', () => {
  const unban = (person: TestPerson, by = owner) => by.call('unban_member', inSpaceAs(person));

  it('is rejected for everyone who is not banned, and ends no membership', async () => {
    const [admin, member, left, elsewhere] = [
      await newJoined(),
      await newJoined(),
      await newJoined(),
      await newJoined(),
    ];
    await setRole(server, space.id, admin.user.id, 'admin');
    await left.call('leave_space', inSpace());
    const other = await newSpace(owner);
    const inOther = { space_id: other.id, user_id: elsewhere.user.id };
    await elsewhere.call('public_join_space', { space_id: other.id });
    await owner.call('ban_member', inOther);
    for (const person of [owner, admin, member, left, elsewhere, await newPersonBySql(server)]) {
      await expect(unban(person)).rejects.toMatchObject({ code: 'member_not_found' });
    }
    const roles = await Promise.all(
      [owner, admin, member, left, elsewhere].map(
        async (person) => (await spaceFor(person)).membership?.role,
      ),
    );
    expect(roles).toEqual(['owner', 'admin', 'member', undefined, 'member']);
    expect((await spaceFor(owner)).member_count).toBe(4);
    expect(await listActions()).not.toContain('member_unbanned');
    const { bans: inOtherSpace } = await owner.call('list_bans', { space_id: other.id });
    expect(inOtherSpace.map(({ user }) => user.id)).toEqual([elsewhere.user.id]);
  });

  it('lifts the ban of that person in that space only, once, and is restricted to moderators', async () => {
    const [banned, neighbor, member] = [await newJoined(), await newJoined(), await newJoined()];
    const other = await newSpace(owner);
    await banned.call('public_join_space', { space_id: other.id });
    await owner.call('ban_member', { space_id: other.id, user_id: banned.user.id });
    for (const person of [banned, neighbor]) await ban(person);
    await expect(unban(banned, member)).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(unban(banned, banned)).rejects.toMatchObject({ code: 'membership_required' });
    await unban(banned);
    await expect(unban(banned)).rejects.toMatchObject({ code: 'member_not_found' });
    expect(await bans()).toEqual([neighbor.user.id]);
    const { bans: inOtherSpace } = await owner.call('list_bans', { space_id: other.id });
    expect(inOtherSpace.map(({ user }) => user.id)).toEqual([banned.user.id]);
  });
});

describe('Leaving during a ban', () => {
  it('ends with the person banned, whichever happens first', async () => {
    const people = await newPeopleBySql(server, 12);
    for (const person of people) await setRole(server, space.id, person.user.id, 'member');
    await Promise.all(
      people.flatMap((person) => [
        person.call('leave_space', inSpace()).catch((error) => {
          expect(error.code).toBe('membership_required');
        }),
        ban(person),
      ]),
    );
    expect((await bans()).toSorted()).toEqual(people.map(({ user }) => user.id).toSorted());
    expect((await spaceFor(owner)).member_count).toBe(1);
  });

  it('leaves no member and no join request if they rejoin or request at the same moment', async () => {
    const people = await newPeopleBySql(server, 12);
    for (const person of people) await setRole(server, space.id, person.user.id, 'member');
    for (const person of people) await person.call('leave_space', inSpace());
    const retriesBefore = await retries();
    await Promise.all(
      people.flatMap((person) => [
        person.call('public_join_space', inSpace()).catch((error) => {
          expect(error.code).toBe('membership_blocked');
        }),
        ban(person),
      ]),
    );
    expect(await retries()).toBe(retriesBefore);
    expect(await bans()).toHaveLength(12);
    expect((await spaceFor(owner)).member_count).toBe(1);
    for (const person of people) await owner.call('unban_member', inSpaceAs(person));
    await makePrivate();
    await Promise.allSettled(
      people.flatMap((person) => [person.call('request_to_join', inSpace()), ban(person)]),
    );
    expect(await bans()).toHaveLength(12);
    expect((await owner.call('list_join_requests', inSpace())).requests).toEqual([]);
  });
});

describe('Space as seen by a banned person', () => {
  it.each([false, true])('shows the ban only to them, and live (private: %s)', async (isPrivate) => {
    const [person, other] = [await newJoined(), await newPersonBySql(server)];
    if (isPrivate) await makePrivate();
    const before = await spaceFor(other);
    const listener = await listen(server.url, person);
    await listener.subscribe(`user:${person.user.id}`);
    await ban(person);
    await listener.received('membership.changed', ({ payload }) => payload.role === null);
    const seen = await spaceFor(person);
    expect(seen).toMatchObject({ viewer_is_banned: true, membership: null, join_requested: false });
    // Nothing else differs from what any visitor sees.
    expect({ ...seen, viewer_is_banned: false, member_count: before.member_count }).toEqual(before);
    expect((await spaceFor(other)).viewer_is_banned).toBe(false);
    const { space: open } = await server.client().call('get_space', { subdomain: space.subdomain });
    expect(open.viewer_is_banned).toBe(false);
    const count = listener.events.length;
    await owner.call('unban_member', inSpaceAs(person));
    await listener.received('membership.changed', (event) => listener.events.indexOf(event) >= count);
    expect((await spaceFor(person)).viewer_is_banned).toBe(false);
    listener.close();
  });
});
