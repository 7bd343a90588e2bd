import { expect, it } from 'vitest';
import { countRoundTrips, recordQueries } from '#testing/count-queries.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { denialReasonForRoleChange, type Role } from '../members.policy.ts';

const server = sharedServer();
const notAllowed = 'role_change_not_allowed';
const notByAdmins = 'admins_cannot_change_admins';

const table: [Role | null, Role, string | null][] = [
  ['owner', 'owner', notAllowed],
  ['owner', 'admin', null],
  ['owner', 'member', null],
  ['admin', 'owner', notByAdmins],
  ['admin', 'admin', notByAdmins],
  ['admin', 'member', null],
  ['member', 'owner', notAllowed],
  ['member', 'admin', notAllowed],
  ['member', 'member', notAllowed],
  [null, 'member', notAllowed],
];
it.each(table)('decides whether %s can change the role of %s: %s', (actor, target, denialReason) => {
  expect(
    denialReasonForRoleChange({ user_id: 'actor', role: actor }, { user_id: 'target', role: target }),
  ).toBe(denialReason);
});

it('makes a member an admin and back, and publishes it to them', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const admin = await newMember(server, space);
  const member = await newMember(server, space);
  const receives = await listen(server.url, admin);
  await receives.subscribe(`user:${admin.user.id}`);
  const of = (person: { user: { id: string } }) => ({ space_id: space.id, user_id: person.user.id });

  await owner.call('set_member_role', { ...of(admin), role: 'admin' });
  await owner.call('set_member_role', { ...of(admin), role: 'admin' });
  await receives.received('membership.changed', ({ payload }) => payload.role === 'admin');
  await expect(admin.call('set_member_role', { ...of(owner), role: 'member' })).rejects.toMatchObject({
    code: notByAdmins,
    message: expect.stringContaining('Admins cannot modify other admins or owner.'),
  });
  await expect(admin.call('set_member_role', { ...of(admin), role: 'member' })).rejects.toMatchObject({
    code: notByAdmins,
  });
  await expect(member.call('set_member_role', { ...of(member), role: 'admin' })).rejects.toMatchObject({
    code: notAllowed,
    message: expect.stringContaining('Not allowed to change roles.'),
  });
  await admin.call('set_member_role', { ...of(member), role: 'admin' });

  await owner.call('set_member_role', { ...of(admin), role: 'member' });
  await receives.received('membership.changed', ({ payload }) => payload.role === 'member');
  expect(receives.events.filter(({ type }) => type === 'membership.changed')).toHaveLength(2);
  const seen = await admin.call('get_space', { subdomain: space.subdomain });
  expect(seen.space.permissions.canEditSpace).toBe(false);
  receives.close();
});

it('rejects people who are not members and the role of owner', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const stranger = await newPerson(server);
  const call = { space_id: space.id, user_id: stranger.user.id };
  await expect(owner.call('set_member_role', { ...call, role: 'admin' })).rejects.toMatchObject({
    code: 'member_not_found',
  });
  await expect(owner.call('set_member_role', { ...call, role: 'owner' as 'admin' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

it('needs three round trips while it holds the lock of the space, the last of which commits', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const member = await newMember(server, space);
  const change = { space_id: space.id, user_id: member.user.id, role: 'admin' } as const;
  const queries = await recordQueries(() => owner.call('set_member_role', change), { all: true });
  expect(countRoundTrips(queries, /for no key update/)).toBe(3);
});
