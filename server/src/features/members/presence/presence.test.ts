import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { recordEvery } from '#server/platform/live/presence/record-presence.ts';
import type { TestClient } from '#testing/client.ts';
import { countQueries, countRowsRead, recordQueries } from '#testing/count-queries.ts';
import { listen, setOnline } from '#testing/live.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { updateAppearOffline, updateLastActive } from './presence.queries.ts';

const server = sharedServer();

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Sets when members were active; all members of the space if no user is given. */
async function setActive(spaceId: string, at: string, userId?: string): Promise<void> {
  await sql`update space_members set last_active_at = ${at}::timestamptz
    where space_id = ${spaceId}::uuid and ${userId ? sql`user_id = ${userId}::uuid` : sql`true`}`.execute(
    server.db,
  );
}
const listOnline = async (viewer: Pick<TestClient, 'call'>, space_id: string) => {
  const { members, online_count } = await viewer.call('list_online_members', { space_id });
  return { names: members.map(({ full_name }) => full_name.split(' ')[0]), online_count };
};
const lastActive = async (spaceId: string, userId: string) =>
  (
    await server.db
      .selectFrom('space_members')
      .select('last_active_at')
      .where('space_id', '=', spaceId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.last_active_at;

describe('Members who are online', () => {
  it('are those with a page of the space open, latest first', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const [anna, mia, zoe] = await Promise.all(
      ['Anna', 'Mia', 'Zoe'].map((name) => newMember(server, space, name)),
    );
    if (!anna || !mia || !zoe) throw new Error('no members');
    const neighbors = await newNeighbors(server, owner, space);
    setOnline(server, neighbors.other.space.id, [owner, zoe]);
    setOnline(server, space.id, [anna, mia, neighbors.banned, neighbors.former]);
    await setActive(space.id, minutesAgo(3), anna.user.id);
    await setActive(space.id, minutesAgo(1), mia.user.id);
    expect(await listOnline(owner, space.id)).toEqual({ names: ['Olga', 'Mia', 'Anna'], online_count: 3 });
    // Those who ask are online, and counted once.
    expect(await listOnline(zoe, space.id)).toEqual({ names: ['Zoe', 'Mia', 'Anna'], online_count: 3 });
    expect(await listOnline(mia, space.id)).toEqual({ names: ['Mia', 'Anna'], online_count: 2 });
    // People outside the space see how many are online, not who.
    for (const outsider of [neighbors.former, neighbors.banned, server.client()])
      expect(await listOnline(outsider, space.id)).toEqual({ names: [], online_count: 2 });
  });

  it('are marked in the list of members, but not for someone whom they blocked or who blocked them', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const [mia, zoe] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Zoe')];
    const marked = async (viewer: Pick<TestClient, 'call'>) => {
      const { members } = await viewer.call('list_members', { space_id: space.id });
      return members.filter((member) => member.is_online).map(({ user }) => user.full_name.split(' ')[0]);
    };
    setOnline(server, space.id, [mia]);
    expect(await marked(owner)).toEqual(['Mia', 'Olga']);
    expect(await marked(zoe)).toEqual(['Zoe', 'Mia']);
    await mia.call('block_user', { user_id: zoe.user.id });
    await owner.call('block_user', { user_id: mia.user.id });
    for (const viewer of [zoe, owner]) {
      expect(await marked(viewer)).toEqual([viewer === zoe ? 'Zoe' : 'Olga']);
      expect((await listOnline(viewer, space.id)).names).not.toContain('Mia');
    }
    // Otherwise, the number would tell that someone is there.
    expect(await listOnline(zoe, space.id)).toEqual({ names: ['Zoe'], online_count: 1 });
    expect(await marked(mia)).toEqual(['Mia']);
    setOnline(server, space.id, []);
    expect(await marked(zoe)).toEqual(['Zoe']);
  });

  it('are neither marked nor sorted for people outside the space', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const { former, banned } = await newNeighbors(server, owner, space);
    await newMember(server, space, 'Mia');
    await newMember(server, space, 'Zoe');
    await setActive(space.id, minutesAgo(10));
    await setActive(space.id, minutesAgo(1), owner.user.id);
    setOnline(server, space.id, [owner]);
    const listed = async (viewer: Pick<TestClient, 'call'>, sort: 'online' | 'newest') =>
      (await viewer.call('list_members', { space_id: space.id, sort })).members;
    expect((await listed(owner, 'online'))[0]?.user.id).toBe(owner.user.id);
    for (const outsider of [server.client(), former, banned]) {
      const members = await listed(outsider, 'online');
      expect(members.map(({ id }) => id)).toEqual((await listed(outsider, 'newest')).map(({ id }) => id));
      expect(members[0]?.user.full_name).toContain('Zoe');
      expect(members.filter(({ is_online }) => is_online)).toEqual([]);
    }
  });

  it('are listed up to ten, and all counted, in one statement that reads no other members', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const few = await countQueries(() => listOnline(owner, space.id));
    const crowd = await server.db.transaction().execute(async (tx) => {
      // Without counters and search, which no row here needs.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into users (id, email, full_name, first_name, last_name, username, profile_url)
        select uuidv7(), name || '@example.com', 'Crowd ' || n, 'Crowd', n::text, name, name
        from (select n, ${`crowd-${space.id}-`} || n as name from generate_series(1, 10000) n) people`.execute(
        tx,
      );
      await sql`insert into space_members (id, space_id, user_id, joined_at)
        select uuidv7(), ${space.id}::uuid, id, now() - interval '1 day'
        from users where username like ${`crowd-${space.id}-%`}`.execute(tx);
      return await tx
        .selectFrom('users')
        .select('id')
        .where('username', 'like', `crowd-${space.id}-%`)
        .limit(12)
        .execute();
    });
    await sql`analyze space_members`.execute(server.db);
    setOnline(
      server,
      space.id,
      crowd.map((user) => ({ user })),
    );
    const queries = await recordQueries(async () => {
      const { names, online_count } = await listOnline(owner, space.id);
      expect([names.length, online_count]).toEqual([10, 13]);
    });
    expect(queries).toHaveLength(few);
    const [query] = queries.filter(({ text }) => text.includes('online_count'));
    if (!query) throw new Error('no statement');
    const read = await countRowsRead(server.db, query, 'space_members');
    expect(Object.values(read).reduce((sum, rows) => sum + rows, 0)).toBe(13);
  });

  it('are counted for those who can read the space, and named for its members', async () => {
    const owner = await newPerson(server, 'Olga');
    const open = await newSpace(owner);
    const closed = await newSpace(owner, { is_private: true });
    const stranger = await newPerson(server);
    const member = await newMember(server, open, 'Mia');
    const banned = await newMember(server, open, 'Ben');
    await owner.call('ban_member', { space_id: open.id, user_id: banned.user.id });
    setOnline(server, open.id, [member, banned, stranger]);
    expect(await listOnline(member, open.id)).toEqual({ names: ['Mia'], online_count: 1 });
    for (const viewer of [stranger, banned, server.client()])
      expect(await listOnline(viewer, open.id)).toEqual({ names: [], online_count: 1 });
    expect(await listOnline(owner, open.id)).toEqual({ names: ['Olga', 'Mia'], online_count: 2 });
    for (const viewer of [stranger, member, server.client()])
      await expect(listOnline(viewer, closed.id)).rejects.toMatchObject({ status: 404 });
    await sql`update spaces set is_private = true where id = ${open.id}::uuid`.execute(server.db);
    await expect(listOnline(banned, open.id)).rejects.toMatchObject({ status: 404 });
    expect(await listOnline(member, open.id)).toEqual({ names: ['Mia'], online_count: 1 });
  });
});

describe('Presence', () => {
  afterEach(() => setClockOffset(0));

  it('is shown and recorded for members with a page of the space open, and for no one else', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const other = await newSpace(owner);
    const member = await newMember(server, space, 'Mia');
    const idle = await newMember(server, space, 'Idle');
    const stranger = await newPerson(server, 'Stranger');
    const connections = await Promise.all(
      [member, idle, stranger].map((person) => listen(server.url, person)),
    );
    await connections[0]?.subscribe(`space:${space.id}`);
    await connections[1]?.subscribe(`user:${idle.user.id}`);
    await connections[2]?.subscribe(`space:${space.id}`);
    const hidden = await newMember(server, space, 'Hidden');
    const background = await listen(server.url, hidden);
    background.socket.emit('visibility', { is_hidden: true });
    await background.subscribe(`space:${space.id}`);
    const shown = async (names: string[]) =>
      await vi.waitFor(
        async () => expect((await listOnline(owner, space.id)).names.toSorted()).toEqual(names.toSorted()),
        { interval: 100 },
      );
    await shown(['Olga', 'Mia']);
    expect(await listOnline(server.client(), other.id)).toEqual({ names: [], online_count: 0 });
    background.socket.emit('visibility', { is_hidden: 'no' } as never);
    background.socket.emit('visibility', null as never);
    background.socket.emit('visibility', { is_hidden: false });
    await shown(['Olga', 'Hidden', 'Mia']);
    // Other tests of this server may have recorded presence in the last minute, also with another clock.
    let offset = 0;
    await vi.waitFor(
      async () => {
        offset += recordEvery;
        setClockOffset(offset);
        const times = await Promise.all(
          [member, hidden, idle].map(({ user }) => lastActive(space.id, user.id)),
        );
        expect(times.map((time) => Date.parse(time ?? '') > Date.now() - 60_000)).toEqual([
          true,
          true,
          false,
        ]);
      },
      { interval: 200 },
    );
    for (const connection of [...connections, background]) connection.close();
    await shown(['Olga']);
  });

  it('is recorded anywhere for those who have a page of no space open', async () => {
    const [anna, mia] = [await newPerson(server, 'Anna'), await newPerson(server, 'Mia')];
    const at = Date.now();
    const seenAt = async (person: TestPerson) =>
      (
        await server.db
          .selectFrom('user_presence')
          .select('seen_at')
          .where('user_id', '=', person.user.id)
          .execute()
      )[0]?.seen_at;
    const record = (time: number) =>
      updateLastActive(server.db, [{ user_id: anna.user.id, space_id: null, at: time }]);
    await record(at);
    await record(at - 1_000);
    expect([await seenAt(anna), await seenAt(mia)]).toEqual([new Date(at).toISOString(), undefined]);
    await record(at + 60_000);
    expect(await seenAt(anna)).toBe(new Date(at + 60_000).toISOString());
  });

  it("is nobody else's business for those who appear offline, in lists, counts and orders", async () => {
    const owner = await newPerson(server, 'Olga');
    const [space, other] = [await newSpace(owner), await newSpace(owner)];
    const [mia, zoe] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Zoe')];
    await setRole(server, other.id, mia.user.id, 'member');
    const record = () =>
      updateLastActive(
        server.db,
        [mia, zoe].flatMap(({ user }) =>
          [space, other].map(({ id }) => ({ user_id: user.id, space_id: id, at: Date.now() })),
        ),
      );
    await record();
    setOnline(server, space.id, [mia, zoe]);
    expect(await listOnline(owner, space.id)).toMatchObject({ online_count: 3 });
    expect(await mia.call('get_presence_settings')).toEqual({ appear_offline: false });
    expect(await mia.call('update_presence_settings', { appear_offline: true })).toEqual({
      appear_offline: true,
    });
    await mia.call('update_presence_settings', { appear_offline: true });
    expect(await mia.call('get_presence_settings')).toEqual({ appear_offline: true });
    const never = '1970-01-01T00:00:00.000Z';
    for (const { id } of [space, other]) expect(await lastActive(id, mia.user.id)).toBe(never);
    expect(await record()).toEqual([mia.user.id]);
    expect(await lastActive(space.id, mia.user.id)).toBe(never);
    // Another process may not know of the choice for a moment.
    expect(await listOnline(owner, space.id)).toEqual({ names: ['Olga', 'Zoe'], online_count: 2 });
    setOnline(server, space.id, [zoe]);
    const { members } = await owner.call('list_members', { space_id: space.id, sort: 'online' });
    expect(members.filter(({ is_online }) => is_online).map(({ user }) => user.id)).not.toContain(
      mia.user.id,
    );
    // They see themselves.
    expect((await listOnline(mia, space.id)).names).toContain('Mia');
    await mia.call('update_presence_settings', { appear_offline: false });
    setOnline(server, space.id, [mia, zoe]);
    expect(await record()).toEqual([]);
    expect(await lastActive(space.id, mia.user.id)).not.toBe(never);
    expect(await listOnline(owner, space.id)).toMatchObject({ online_count: 3 });
  });

  it('is not stored once more by a process that reads the choice to appear offline while it is made', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    for (const isKnown of [true, false]) {
      const mia = await newMember(server, space, 'Mia');
      const record = () =>
        updateLastActive(server.db, [{ user_id: mia.user.id, space_id: space.id, at: Date.now() }]);
      if (isKnown) await record();
      await setActive(space.id, minutesAgo(5), mia.user.id);
      let recording: Promise<string[]> | undefined;
      await server.db.transaction().execute(async (tx) => {
        await updateAppearOffline(tx, mia.user.id, true);
        recording = record();
        await untilWaiting(server.db, '%insert into user_presence%');
      });
      expect(await recording).toEqual([mia.user.id]);
      expect(await lastActive(space.id, mia.user.id)).toBe('1970-01-01T00:00:00.000Z');
    }
  });

  it('replaces older times only, and never waits for a locked member', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const [mia, anna] = await Promise.all(['Mia', 'Anna'].map((name) => newMember(server, space, name)));
    const banned = await newMember(server, space, 'Ben');
    await owner.call('ban_member', { space_id: space.id, user_id: banned.user.id });
    if (!mia || !anna) throw new Error('no members');
    const record = (at: number) =>
      updateLastActive(
        server.db,
        [mia, anna, banned].map(({ user }) => ({ user_id: user.id, space_id: space.id, at })),
      );
    const first = Date.now() - 600_000;
    await record(first);
    await record(first + 29_000);
    expect(await lastActive(space.id, mia.user.id)).toEqual(new Date(first).toISOString());
    expect(await lastActive(space.id, banned.user.id)).toBe('1970-01-01T00:00:00.000Z');
    const later = first + 30_000;
    await server.db.transaction().execute(async (tx) => {
      await sql`select from space_members where user_id = ${mia.user.id}::uuid for update`.execute(tx);
      await record(later);
    });
    expect(await lastActive(space.id, mia.user.id)).toEqual(new Date(first).toISOString());
    expect(await lastActive(space.id, anna.user.id)).toEqual(new Date(later).toISOString());
  });
});
