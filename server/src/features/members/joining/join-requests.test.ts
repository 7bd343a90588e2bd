import { describe, expect, it } from 'vitest';
import { listen } from '#testing/live.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

describe('Join request for a private space', () => {
  it('adds no one before an owner or admin approves it', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const person = await newPerson(server);
    const inSpace = { space_id: space.id };
    await expect(person.call('public_join_space', inSpace)).rejects.toMatchObject({
      code: 'join_needs_approval',
    });
    await person.call('request_to_join', { ...inSpace, message: 'I shoot on film.' });
    await person.call('request_to_join', { ...inSpace, message: 'I shoot on film only.' });
    const seen = await person.call('get_space', { subdomain: space.subdomain });
    expect(seen.space).toMatchObject({ join_requested: true, membership: null, owner: null, owner_id: null });
    const signedOut = await server.client().call('get_space', { subdomain: space.subdomain });
    for (const response of [seen, signedOut]) expect(JSON.stringify(response)).not.toContain(owner.user.id);
    const { space: own } = await owner.call('get_space', { subdomain: space.subdomain });
    expect(own.owner_id).toBe(owner.user.id);
    await expect(person.call('list_posts', inSpace)).rejects.toMatchObject({ code: 'space_not_found' });

    const { requests } = await owner.call('list_join_requests', inSpace);
    expect(requests).toMatchObject([{ message: 'I shoot on film only.', user: { id: person.user.id } }]);
    await owner.call('approve_join_request', { ...inSpace, user_id: person.user.id });
    expect((await owner.call('list_join_requests', inSpace)).requests).toEqual([]);
    await newPost(person, space);
    const after = await person.call('get_space', { subdomain: space.subdomain });
    expect(after.space).toMatchObject({
      join_requested: false,
      member_count: 2,
      membership: { role: 'member' },
    });
    await expect(person.call('request_to_join', inSpace)).rejects.toMatchObject({ code: 'already_member' });
  });

  it('is published to the moderators, and its decision to the requester', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const person = await newPerson(server);
    const runs = await listen(server.url, owner);
    await runs.subscribe(`user:${owner.user.id}`);
    const requesterEvents = await listen(server.url, person);
    await requesterEvents.subscribe(`user:${person.user.id}`);
    await person.call('request_to_join', { space_id: space.id });
    await runs.received('space.join_requests_changed');
    await owner.call('approve_join_request', { space_id: space.id, user_id: person.user.id });
    await requesterEvents.received('membership.changed', (event) => event.payload.role === 'member');
    runs.close();
    requesterEvents.close();
  });

  it('is listed, approved, declined and withdrawn in its space only', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const { other } = await newNeighbors(server, owner, space);
    const [person, second] = [await newPerson(server), await newPerson(server)];
    const both = [space, other.space].map(({ id }) => ({ space_id: id }));
    for (const inSpace of both) {
      await owner.call('update_space', { ...inSpace, is_private: true });
      for (const requester of [person, second]) await requester.call('request_to_join', inSpace);
    }
    const [here, there] = both as [{ space_id: string }, { space_id: string }];
    const listed = async (inSpace: { space_id: string }) =>
      (await owner.call('list_join_requests', inSpace)).requests.map(({ user, space_id }) => [
        user.id,
        space_id,
      ]);
    const all = ({ space_id }: { space_id: string }) =>
      [person, second].map(({ user }) => [user.id, space_id]);
    expect(await listed(here)).toEqual(all(here));
    await owner.call('approve_join_request', { ...here, user_id: person.user.id });
    expect(await listed(here)).toEqual(all(here).slice(1));
    await owner.call('decline_join_request', { ...here, user_id: second.user.id });
    expect(await listed(here)).toEqual([]);
    expect(await listed(there)).toEqual(all(there));
    await second.call('cancel_join_request', there);
    expect(await listed(there)).toEqual(all(there).slice(0, 1));
  });

  it('can be declined and withdrawn', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const person = await newPerson(server);
    const inSpace = { space_id: space.id };
    const ofPerson = { ...inSpace, user_id: person.user.id };
    await person.call('request_to_join', inSpace);
    await owner.call('decline_join_request', ofPerson);
    await expect(owner.call('approve_join_request', ofPerson)).rejects.toMatchObject({
      code: 'join_request_not_found',
    });
    await person.call('request_to_join', inSpace);
    await person.call('cancel_join_request', inSpace);
    expect((await owner.call('list_join_requests', inSpace)).requests).toEqual([]);
  });

  it('is rejected for public spaces, and listed only to moderators', async () => {
    const owner = await newPerson(server);
    const open = await newSpace(owner);
    const person = await newPerson(server);
    await expect(person.call('request_to_join', { space_id: open.id })).rejects.toMatchObject({
      code: 'approval_not_required',
    });
    const member = await newMember(server, open);
    await expect(member.call('list_join_requests', { space_id: open.id })).rejects.toMatchObject({
      code: 'not_allowed',
    });
  });
});

describe('Ban', () => {
  it('ends the membership immediately and cannot be undone by joining', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    const inSpace = { space_id: space.id };
    const listener = await listen(server.url, member);
    await listener.subscribe(`user:${member.user.id}`);
    await owner.call('ban_member', { ...inSpace, user_id: member.user.id });
    await listener.received('membership.changed', (event) => event.payload.role === null);
    await expect(member.call('public_join_space', inSpace)).rejects.toMatchObject({
      code: 'membership_blocked',
    });
    const { bans } = await owner.call('list_bans', inSpace);
    expect(bans.map((ban) => ban.user.id)).toEqual([member.user.id]);
    await owner.call('unban_member', { ...inSpace, user_id: member.user.id });
    expect(await member.call('public_join_space', inSpace)).toMatchObject({ success: true });
    listener.close();
  });

  it('also prevents join requests in a private space', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const person = await newPerson(server);
    const inSpace = { space_id: space.id };
    await person.call('request_to_join', inSpace);
    await owner.call('approve_join_request', { ...inSpace, user_id: person.user.id });
    await owner.call('ban_member', { ...inSpace, user_id: person.user.id });
    await expect(person.call('request_to_join', inSpace)).rejects.toMatchObject({
      code: 'membership_blocked',
    });
  });
});

describe('Membership that ended without a ban', () => {
  it('is reactivated by joining', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    await server.db
      .updateTable('space_members')
      .set({ status: 'inactive' })
      .where('user_id', '=', member.user.id)
      .execute();
    expect(await member.call('public_join_space', { space_id: space.id })).toMatchObject({
      success: true,
      outcome: 'reactivated',
      message: 'Membership Reactivated',
    });
    expect(await member.call('public_join_space', { space_id: space.id })).toMatchObject({
      success: false,
      outcome: 'already',
      message: 'You are already a member of this space',
    });
  });
});

describe('Invitation', () => {
  it('credits the member whom its ref identifies, and no one for any other value', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const invitedBy = async (ref: string) => {
      const person = await newPerson(server);
      await person.call('public_join_space', { space_id: space.id, ref });
      const row = await server.db
        .selectFrom('space_members')
        .select('invited_by')
        .where('user_id', '=', person.user.id)
        .executeTakeFirstOrThrow();
      return row.invited_by;
    };
    const outsider = await newPerson(server);
    // Ids created within one minute start alike, so the owner gets an id with a different start.
    const unique = `${crypto.randomUUID().slice(0, 8)}-0000-7000-8000-000000000001`;
    await server.db
      .insertInto('users')
      .values({
        id: unique,
        email: `${unique}@example.com`,
        full_name: 'In Viter',
        first_name: 'In',
        last_name: 'Viter',
        username: `in-${unique}`,
        profile_url: `in-${unique}`,
      })
      .execute();
    await server.db
      .insertInto('space_members')
      .values({ id: unique, space_id: space.id, user_id: unique })
      .execute();
    expect(await invitedBy(unique.slice(0, 8))).toBe(unique);
    expect(await invitedBy(outsider.user.id.slice(0, 8))).not.toBe(outsider.user.id);
    expect(await invitedBy("' or 1=1 --")).toBeNull();
    expect(await invitedBy('ffffffff')).toBeNull();
  });
});
