import { expect, it } from 'vitest';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

const ownersOf = async (spaceId: string) => {
  const space = await server.db
    .selectFrom('spaces')
    .select('owner_id')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const rows = await server.db
    .selectFrom('space_members')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .execute();
  return { column: space.owner_id, rows: rows.map((row) => row.user_id) };
};

it('makes another member the owner, and the previous owner can then leave', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const next = await newMember(server, space);
  const inSpace = { space_id: space.id };
  await expect(owner.call('leave_space', inSpace)).rejects.toMatchObject({
    message: expect.stringContaining('As the owner, you cannot leave. Transfer ownership first.'),
  });
  await expect(next.call('transfer_ownership', { ...inSpace, user_id: next.user.id })).rejects.toMatchObject({
    code: 'not_allowed',
    message: expect.stringContaining('Only the owner can do this.'),
  });
  await owner.call('transfer_ownership', { ...inSpace, user_id: next.user.id });
  expect(await ownersOf(space.id)).toEqual({ column: next.user.id, rows: [next.user.id] });
  const seen = await owner.call('get_space', { subdomain: space.subdomain });
  expect(seen.space).toMatchObject({
    membership: { role: 'admin' },
    permissions: { isOwner: false, isAdmin: true },
  });
  await owner.call('leave_space', inSpace);
});

it('rejects people who are not members and keeps the owner', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const stranger = await newPerson(server);
  await expect(
    owner.call('transfer_ownership', { space_id: space.id, user_id: stranger.user.id }),
  ).rejects.toMatchObject({ code: 'member_not_found' });
  expect((await ownersOf(space.id)).column).toBe(owner.user.id);
});

it('keeps an owner without a member row able to write', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  await server.db.deleteFrom('space_members').where('user_id', '=', owner.user.id).execute();
  const seen = await owner.call('get_space', { subdomain: space.subdomain });
  expect(seen.space.permissions.isOwner).toBe(true);
  await owner.call('create_post', {
    space_id: space.id,
    client_id: crypto.randomUUID(),
    title: 'Still here',
    body: '<p>Yes.</p>',
  });
});

it('never leaves a space without an owner during concurrent transfers and removals', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const people = [owner, ...(await Promise.all(Array.from({ length: 4 }, () => newMember(server, space))))];
  await server.db
    .updateTable('space_members')
    .set({ role: 'admin' })
    .where('space_id', '=', space.id)
    .where('role', '=', 'member')
    .execute();
  const actions = people.flatMap((actor) =>
    people.map((target) => [
      () => actor.call('transfer_ownership', { space_id: space.id, user_id: target.user.id }),
      () => actor.call('remove_member', { space_id: space.id, user_id: target.user.id }),
      () => actor.call('leave_space', { space_id: space.id }),
    ]),
  );
  // Three after another, as a request waits for a database connection only so long.
  await Promise.all(
    actions.map(async (three) => {
      for (const act of three)
        await act().catch(({ status, message }) => expect(status, message).toBeLessThan(500));
    }),
  );
  const { column, rows } = await ownersOf(space.id);
  expect(rows).toEqual([column]);
  const { count } = await server.db
    .selectFrom('space_members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('space_id', '=', space.id)
    .executeTakeFirstOrThrow();
  const { member_count } = await server.db
    .selectFrom('spaces')
    .select('member_count')
    .where('id', '=', space.id)
    .executeTakeFirstOrThrow();
  expect(member_count).toBe(Number(count));
});
