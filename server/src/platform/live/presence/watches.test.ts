import { expect, it, onTestFinished, vi } from 'vitest';
import type { PresenceChange, WatchRequest, WatchResponse } from '#contract/live.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();

/** A connection of a person with a page open, which watches others. Closed when the test ends. */
async function open(person: TestPerson | undefined, channels: string[] = [], url = server.url) {
  const listener = await listen(url, person);
  onTestFinished(() => listener.close());
  for (const channel of channels) await listener.subscribe(channel);
  const changes: PresenceChange[] = [];
  listener.socket.on('presence', (change) => changes.push(change));
  return {
    ...listener,
    changes,
    watch: (request: Partial<WatchRequest>) =>
      new Promise<WatchResponse>((resolve) =>
        listener.socket.emit('watch', { space_id: null, user_ids: [], count: false, ...request }, resolve),
      ),
  };
}
const idsOf = (...people: TestPerson[]) => people.map(({ user }) => user.id);

it('says who came and who left their last page, on every process', async () => {
  const other = await server.another();
  const owner = await newPerson(server, 'Olga');
  const space = await newSpace(owner);
  const [mia, zoe] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Zoe')];
  const viewers = [
    await open(owner, [`space:${space.id}`]),
    await open(owner, [`space:${space.id}`], other.localUrl),
  ];
  for (const viewer of viewers) {
    expect(
      await viewer.watch({ space_id: space.id, user_ids: idsOf(mia, zoe, owner), count: true }),
    ).toMatchObject({
      space_id: space.id,
      online: [],
      offline: idsOf(mia, zoe),
    });
  }
  const [first, second] = [
    await open(mia, [`space:${space.id}`]),
    await open(mia, [`space:${space.id}`], other.localUrl),
  ];
  const isOnline = (changes: PresenceChange[], { user }: TestPerson) =>
    changes
      .findLast(({ online, offline }) => [...online, ...offline].includes(user.id))
      ?.online.includes(user.id);
  const untilOnline = async (person: TestPerson, expected: boolean) => {
    for (const { changes } of viewers)
      await vi.waitFor(() => expect(isOnline(changes, person)).toBe(expected));
  };
  await untilOnline(mia, true);
  const zoes = await open(zoe, [`space:${space.id}`]);
  await untilOnline(zoe, true);
  first.close();
  zoes.close();
  // When Zoe's departure shows, Mia's would, too. Another page of hers is still open.
  await untilOnline(zoe, false);
  for (const { changes } of viewers) expect(isOnline(changes, mia)).toBe(true);
  second.close();
  await untilOnline(mia, false);
  for (const { changes } of viewers) {
    expect(changes.findLast(({ online_count }) => online_count !== undefined)?.online_count).toBe(1);
  }
}, 40_000);

it('sends nothing about users who are not watched anymore, or watched elsewhere', async () => {
  const owner = await newPerson(server, 'Olga');
  const [space, other] = [await newSpace(owner), await newSpace(owner)];
  const [mia, zoe] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Zoe')];
  await setRole(server, other.id, mia.user.id, 'member');
  const viewer = await open(owner, [`space:${space.id}`]);
  await viewer.watch({ space_id: space.id, user_ids: idsOf(zoe) });
  await viewer.watch({ space_id: other.id, user_ids: idsOf(zoe) });
  await viewer.watch({ space_id: space.id, user_ids: idsOf(mia) });
  await open(zoe, [`space:${space.id}`]);
  const page = await open(mia, [`space:${space.id}`]);
  const online = { space_id: space.id, online: idsOf(mia), offline: [] };
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toEqual(online));
  await open(mia, [`space:${other.id}`]);
  page.close();
  // What comes before it would show before it.
  const offline = { space_id: space.id, online: [], offline: idsOf(mia) };
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toEqual(offline));
  expect(viewer.changes).toEqual([online, offline]);
});

it('says nothing to those outside a space, after a block, and of those who appear offline', async () => {
  const owner = await newPerson(server, 'Olga');
  const space = await newSpace(owner);
  const [mia, zoe] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Zoe')];
  const stranger = await newPerson(server, 'Stranger');
  await open(mia, [`space:${space.id}`]);
  const request = { space_id: space.id, user_ids: idsOf(mia) };
  const viewer = await open(zoe, [`space:${space.id}`]);
  await vi.waitFor(async () => expect((await viewer.watch(request))?.online).toEqual(idsOf(mia)), {
    interval: 300,
  });
  for (const outsider of [stranger, undefined]) {
    const outside = await open(outsider, [`space:${space.id}`]);
    expect(await outside.watch({ ...request, count: true })).toMatchObject({
      online: [],
      offline: idsOf(mia),
    });
    expect((await outside.watch({ ...request, space_id: null }))?.online).toEqual([]);
  }
  await mia.call('block_user', { user_id: zoe.user.id });
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ online: [], offline: idsOf(mia) }));
  expect(await viewer.watch(request)).toMatchObject({ online: [], offline: idsOf(mia) });
  await mia.call('unblock_user', { user_id: zoe.user.id });
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ online: idsOf(mia) }));
  await mia.call('update_presence_settings', { appear_offline: true });
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ offline: idsOf(mia) }));
  await mia.call('update_presence_settings', { appear_offline: false });
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ online: idsOf(mia) }));
  // Whoever leaves neither sees the others nor is seen.
  const members = await open(owner, [`space:${space.id}`]);
  await members.watch({ space_id: space.id, user_ids: idsOf(mia, zoe) });
  await mia.call('leave_space', { space_id: space.id });
  await vi.waitFor(() => expect(members.changes.at(-1)).toMatchObject({ offline: idsOf(mia) }));
  await owner.call('remove_member', { space_id: space.id, user_id: zoe.user.id });
  await vi.waitFor(async () =>
    expect((await viewer.watch({ space_id: space.id, user_ids: idsOf(owner) }))?.online).toEqual([]),
  );
}, 40_000);

it('says nothing in chat to members of a space in which someone has turned chat off, until it is on again', async () => {
  const owner = await newPerson(server, 'Olga');
  const space = await newSpace(owner);
  const [mia, zoe] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Zoe')];
  await open(mia, [`space:${space.id}`]);
  const viewer = await open(zoe, [`space:${space.id}`]);
  const request = { space_id: null, user_ids: idsOf(mia) };
  await vi.waitFor(async () => expect((await viewer.watch(request))?.online).toEqual(idsOf(mia)), {
    interval: 300,
  });
  const setChat = (chat_enabled: boolean) => mia.call('set_space_chat', { space_id: space.id, chat_enabled });
  await setChat(false);
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ online: [], offline: idsOf(mia) }));
  await setChat(true);
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ online: idsOf(mia), offline: [] }));
}, 20_000);

it('counts the members who are online, for those who can read the space', async () => {
  const owner = await newPerson(server, 'Olga');
  const [space, closed] = [await newSpace(owner), await newSpace(owner, { is_private: true })];
  const [mia, ghost] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Ghost')];
  await ghost.call('update_presence_settings', { appear_offline: true });
  const request = { space_id: space.id, count: true };
  const [visitor, member, hidden] = [
    await open(undefined, [`space:${space.id}`]),
    await open(mia, [`space:${space.id}`]),
    await open(ghost, [`space:${space.id}`]),
  ];
  const viewers = [visitor, member, hidden];
  const first = await Promise.all(viewers.map((viewer) => viewer.watch(request)));
  // Members count themselves at once.
  for (const response of first.slice(1)) expect(response?.online_count).toBeGreaterThanOrEqual(1);
  const counts = () => viewers.map(({ changes }, index) => (changes.at(-1) ?? first[index])?.online_count);
  // Those who appear offline count themselves.
  await vi.waitFor(() => expect(counts()).toEqual([1, 1, 2]));
  expect(await visitor.watch({ space_id: closed.id, count: true })).toEqual({
    space_id: closed.id,
    online: [],
    offline: [],
  });
  await visitor.watch({ space_id: space.id });
  const { length } = visitor.changes;
  member.close();
  await vi.waitFor(() => expect(hidden.changes.at(-1)?.online_count).toBe(1));
  expect(visitor.changes).toHaveLength(length);
}, 30_000);

it('shows people of chat anywhere, but not before they share something', async () => {
  const [anna, ben] = [await newPerson(server, 'Anna'), await newPerson(server, 'Ben')];
  await open(ben);
  const viewer = await open(anna);
  const request = { user_ids: idsOf(ben) };
  expect(await viewer.watch(request)).toMatchObject({ online: [], offline: idsOf(ben) });
  const space = await newSpace(anna);
  await setRole(server, space.id, ben.user.id, 'member');
  await vi.waitFor(async () => expect((await viewer.watch(request))?.online).toEqual(idsOf(ben)), {
    interval: 300,
  });
});

it('shows people of chat when they stop appearing offline, and not before', async () => {
  const [anna, ben] = [await newPerson(server, 'Anna'), await newPerson(server, 'Ben')];
  const space = await newSpace(anna);
  await setRole(server, space.id, ben.user.id, 'member');
  const cleo = await newMember(server, space, 'Cleo');
  await ben.call('update_presence_settings', { appear_offline: true });
  await open(ben);
  const viewer = await open(anna);
  expect(await viewer.watch({ user_ids: idsOf(ben, cleo) })).toMatchObject({
    online: [],
    offline: idsOf(ben, cleo),
  });
  // Ben, who came before her, would show by now.
  await open(cleo);
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ online: idsOf(cleo) }));
  expect(viewer.changes).toHaveLength(1);
  await ben.call('update_presence_settings', { appear_offline: false });
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ online: idsOf(ben) }));
  await ben.call('update_presence_settings', { appear_offline: true });
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ online: [], offline: idsOf(ben) }));
}, 30_000);

it('refuses what is malformed, too much or too often, without closing the connection', async () => {
  const limited = await server.another({ RATE_LIMITS: 'on' });
  const owner = await newPerson(server, 'Olga');
  const viewer = await open(owner, [], limited.localUrl);
  expect(await viewer.watch({ user_ids: ['nobody'] })).toBeNull();
  expect(await viewer.watch({ user_ids: Array.from({ length: 101 }, () => owner.user.id) })).toBeNull();
  viewer.socket.emit('watch', null as never, undefined as never);
  const responses = await Promise.all(Array.from({ length: 60 }, () => viewer.watch({})));
  const refused = responses.filter((response) => response === null).length;
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(60);
  expect(viewer.socket.connected).toBe(true);
});

it('is known to processes that only serve requests', async () => {
  const web = await server.another({ ROLE: 'web' });
  const owner = await newPerson(server, 'Olga');
  const space = await newSpace(owner);
  const mia = await newMember(server, space, 'Mia');
  const page = await open(mia, [`space:${space.id}`]);
  const isShown = async (expected: number) => {
    const response = await fetch(`${web.localUrl}/api/spaces/${space.id}/online-members`);
    expect(((await response.json()) as { online_count: number }).online_count).toBe(expected);
  };
  await vi.waitFor(() => isShown(1), { interval: 200 });
  page.close();
  await vi.waitFor(() => isShown(0), { interval: 200 });
});

it('says nothing when a check has changed nothing, such as a block between others', async () => {
  const owner = await newPerson(server, 'Olga');
  const space = await newSpace(owner);
  const [mia, leo, zoe] = [
    await newMember(server, space, 'Mia'),
    await newMember(server, space, 'Leo'),
    await newMember(server, space, 'Zoe'),
  ];
  await open(mia, [`space:${space.id}`]);
  const viewer = await open(zoe, [`space:${space.id}`]);
  const request = { space_id: space.id, user_ids: idsOf(mia, leo) };
  await vi.waitFor(async () => expect((await viewer.watch(request))?.online).toEqual(idsOf(mia)));
  const { length } = viewer.changes;
  await mia.call('block_user', { user_id: leo.user.id });
  await mia.call('unblock_user', { user_id: leo.user.id });
  await newMember(server, await newSpace(owner), 'Nell');
  await leo.call('update_presence_settings', { appear_offline: true });
  // What comes after them has been checked, too.
  await mia.call('update_presence_settings', { appear_offline: true });
  await vi.waitFor(() => expect(viewer.changes.at(-1)).toMatchObject({ offline: idsOf(mia) }));
  expect(viewer.changes).toHaveLength(length + 1);
}, 30_000);
