import { expect, it } from 'vitest';
import { toSessionKey } from '#server/platform/auth/sessions.queries.ts';
import { nowIso } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import {
  callerInSpaceLoader,
  countMembers,
  findInviter,
  lockActiveMember,
  spaceIs,
} from './members.queries.ts';
import { lockRoles } from './membership-lock.ts';

const server = sharedServer();

async function newScene() {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const member = await newMember(server, space);
  await newNeighbors(server, owner, space);
  return { owner, space, member };
}

it('A visitor without a session is no viewer, and sees the space without a role', async () => {
  const { space } = await newScene();
  const load = callerInSpaceLoader(spaceIs.id);
  const caller = await load(server.db, { ...toSessionKey(null, nowIso()), id: space.id });
  expect(caller.viewer).toBeNull();
  expect(caller.scope).toMatchObject({ space_id: space.id, role: null });
});

it.each([true, false])('The lock of a membership returns its role (exclusive: %s)', async (exclusive) => {
  const { owner, space, member } = await newScene();
  const admin = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
  const stranger = await newPerson(server);
  await newSpace(stranger);
  const roles = await Promise.all(
    [owner, admin, member, stranger].map(({ user }) =>
      server.db.transaction().execute((tx) => lockActiveMember(tx, space.id, user.id, exclusive)),
    ),
  );
  expect(roles).toEqual(['owner', 'admin', 'member', null]);
});

it('The lock of a membership believes the space if the row says something else about the owner', async () => {
  const { owner, space, member } = await newScene();
  const roleOf = ({ user }: typeof owner) =>
    server.db.transaction().execute((tx) => lockActiveMember(tx, space.id, user.id, false));
  for (const [{ user }, role] of [
    [member, 'owner'],
    [owner, 'member'],
  ] as const)
    await server.db
      .updateTable('space_members')
      .set({ role })
      .where('space_id', '=', space.id)
      .where('user_id', '=', user.id)
      .execute();
  expect([await roleOf(owner), await roleOf(member)]).toEqual(['owner', 'admin']);
});

it('The roles of a space that is gone cannot be locked', async () => {
  const { member } = await newScene();
  const lock = server.db.transaction().execute((tx) => lockRoles(tx, newId(), [member.user.id]));
  await expect(lock).rejects.toMatchObject({ code: 'space_not_found' });
});

it('An invitation is of the only active member whose id begins with it', async () => {
  const { space } = await newScene();
  const prefix = crypto.randomUUID().slice(0, 8);
  const addMember = async (n: number): Promise<string> => {
    const id = `${prefix}-0000-7000-8000-00000000000${n}`;
    const person = { email: `${id}@invite.example`, username: `i-${id}`, profile_url: `i-${id}` };
    const names = { full_name: 'Ivy Tester', first_name: 'Ivy', last_name: 'Tester' };
    await server.db
      .insertInto('users')
      .values({ id, ...person, ...names })
      .execute();
    await setRole(server, space.id, id, 'member');
    return id;
  };
  expect(await findInviter(server.db, space.id, prefix)).toBeNull();
  const only = await addMember(1);
  expect(await findInviter(server.db, space.id, prefix)).toBe(only);
  await addMember(2);
  expect(await findInviter(server.db, space.id, prefix)).toBeNull();
});

it('Members are counted by space', async () => {
  const { owner, space } = await newScene();
  const before = await countMembers(server.db, space.id);
  await newMember(server, space);
  expect(await countMembers(server.db, space.id)).toBe(before + 1);
  expect(await countMembers(server.db, (await newSpace(owner)).id)).toBe(1);
});
