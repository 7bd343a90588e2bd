import { expect, it } from 'vitest';
import { ApiFailure } from '#testing/client.ts';
import { countRoundTrips, recordQueries } from '#testing/count-queries.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

async function facts(spaceId: string) {
  const rows = await server.db
    .selectFrom('space_members')
    .select(['user_id', 'role'])
    .where('space_id', '=', spaceId)
    .where('status', '=', 'active')
    .execute();
  const space = await server.db
    .selectFrom('spaces')
    .select(['owner_id', 'member_count'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const owners = rows.filter(({ role }) => role === 'owner').map(({ user_id }) => user_id);
  return { ...space, rows: rows.length, owners };
}

it('adds each of 200 people once when all join twice at the same time', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const people = await newPeopleBySql(server, 200);
  /** Joins, and tries again if the server is too busy, as the web does. */
  const join = async (each: (typeof people)[number]): Promise<{ success: boolean; message: string }> => {
    try {
      return await each.call('public_join_space', { space_id: space.id });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'unavailable') throw error;
      return await join(each);
    }
  };
  const responses = await Promise.all(people.flatMap((each) => [join(each), join(each)]));
  expect(responses.filter(({ success }) => success)).toHaveLength(200);
  expect(new Set(responses.filter(({ success }) => !success).map(({ message }) => message))).toEqual(
    new Set(['You are already a member of this space']),
  );
  expect(await facts(space.id)).toMatchObject({ member_count: 201, rows: 201 });
  expect((await owner.call('get_space', { subdomain: space.subdomain })).space.member_count).toBe(201);
  const [day] = await server.db
    .selectFrom('space_daily_stats')
    .selectAll()
    .where('space_id', '=', space.id)
    .execute();
  expect(day?.joins).toBe(200);
});

it('keeps the member count right when people join and leave at the same time', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const people = await newPeopleBySql(server, 30);
  const ofSpace = { space_id: space.id };
  await Promise.allSettled(
    people.flatMap((each) => [
      each.call('public_join_space', ofSpace),
      each.call('leave_space', ofSpace),
      each.call('public_join_space', ofSpace),
      owner.call('remove_member', { ...ofSpace, user_id: each.user.id }),
      owner.call('ban_member', { ...ofSpace, user_id: each.user.id }),
    ]),
  );
  const after = await facts(space.id);
  expect(after.member_count).toBe(after.rows);
});

it('leaves one owner when 25 moderators change roles and remove each other at the same time', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const people = [owner, ...(await newPeopleBySql(server, 24))];
  const ofSpace = { space_id: space.id };
  await Promise.all(people.slice(1).map((each) => each.call('public_join_space', ofSpace)));
  await server.db
    .updateTable('space_members')
    .set({ role: 'admin' })
    .where('space_id', '=', space.id)
    .where('role', '=', 'member')
    .execute();
  const actionsOf = (actor: (typeof people)[number], at: number) =>
    [1, 13].flatMap((step) => {
      const target = { ...ofSpace, user_id: people[(at + step) % people.length]?.user.id ?? '' };
      return [
        () => actor.call('transfer_ownership', target),
        () => actor.call('set_member_role', { ...target, role: 'member' }),
        () => actor.call('set_member_role', { ...target, role: 'admin' }),
        () => actor.call('remove_member', target),
        () => actor.call('leave_space', ofSpace),
      ];
    });
  // Each of them does one thing after another: a request waits for a database connection only so long.
  await Promise.all(
    people.map(async (actor, at) => {
      for (const act of actionsOf(actor, at))
        await act().catch(({ status, message }) => expect(status, message).toBeLessThan(500));
    }),
  );
  const after = await facts(space.id);
  expect(after.owners).toEqual([after.owner_id]);
  expect(after.member_count).toBe(after.rows);
});

it('needs four round trips while it holds the lock of the space, the last of which commits', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const person = await newPerson(server);
  const join = () => person.call('public_join_space', { space_id: space.id });
  const queries = await recordQueries(join, { all: true });
  expect(countRoundTrips(queries, /into space_members/)).toBe(4);
});

it('joins nobody whose turn comes after the space has become private or paid', async () => {
  const owner = await newPerson(server);
  for (const [change, code] of [
    [{ is_private: true }, 'join_needs_approval'],
    [{ pricing_type: 'paid', price_per_month: 9 }, 'join_needs_payment'],
  ] as const) {
    const space = await newSpace(owner);
    const person = await newPerson(server);
    let joining: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await tx.updateTable('spaces').set(change).where('id', '=', space.id).execute();
      joining = person.call('public_join_space', { space_id: space.id }).catch((error: unknown) => error);
      await untilWaiting(server.db, '%into space_members%');
    });
    expect(await joining).toMatchObject({ code });
    expect(await facts(space.id)).toMatchObject({ member_count: 1, rows: 1 });
  }
});
