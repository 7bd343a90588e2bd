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
/** Waits until something holds, at most these milliseconds. */
const within = async (timeout: number, check: () => void) =>
  await vi.waitFor(check, { timeout, interval: 50 });

it('says within five seconds who came, and within ten who left, on every process', async () => {
  const other = await server.another();
  const owner = await newPerson(server, 'Olga');
  const space = await newSpace(owner);
  const mia = await newMember(server, space, 'Mia');
  const viewers = [
    await open(owner, [`space:${space.id}`]),
    await open(owner, [`space:${space.id}`], other.localUrl),
  ];
  for (const viewer of viewers) {
    expect(
      await viewer.watch({ space_id: space.id, user_ids: idsOf(mia, owner), count: true }),
    ).toMatchObject({
      space_id: space.id,
      online: [],
      offline: idsOf(mia),
    });
  }
  const [first, second] = [
    await open(mia, [`space:${space.id}`]),
    await open(mia, [`space:${space.id}`], other.localUrl),
  ];
  const last = (changes: PresenceChange[]) =>
    changes.filter(({ online, offline }) => [...online, ...offline].length > 0).at(-1);
  for (const { changes } of viewers)
    await within(5_000, () => expect(last(changes)).toMatchObject({ online: idsOf(mia), offline: [] }));
  // Another page is still open.
  first.close();
  await new Promise((resolve) => setTimeout(resolve, 5_500));
  for (const { changes } of viewers) expect(last(changes)?.online).toEqual(idsOf(mia));
  second.close();
  for (const { changes } of viewers) {
    await within(10_000, () => expect(last(changes)).toMatchObject({ online: [], offline: idsOf(mia) }));
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
  for (const person of [mia, zoe]) await open(person, [`space:${space.id}`]);
  const online = { space_id: space.id, online: idsOf(mia), offline: [] };
  await within(5_000, () => expect(viewer.changes.at(-1)).toEqual(online));
  await open(mia, [`space:${other.id}`]);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(viewer.changes.at(-1)).toEqual(online);
  expect(viewer.changes.flatMap((change) => [...change.online, ...change.offline])).not.toContain(
    zoe.user.id,
  );
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
    timeout: 5_000,
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
  await within(5_000, () => expect(viewer.changes.at(-1)).toMatchObject({ online: [], offline: idsOf(mia) }));
  expect(await viewer.watch(request)).toMatchObject({ online: [], offline: idsOf(mia) });
  await mia.call('unblock_user', { user_id: zoe.user.id });
  await within(5_000, () => expect(viewer.changes.at(-1)).toMatchObject({ online: idsOf(mia) }));
  await mia.call('update_presence_settings', { appear_offline: true });
  await within(5_000, () => expect(viewer.changes.at(-1)).toMatchObject({ offline: idsOf(mia) }));
  await mia.call('update_presence_settings', { appear_offline: false });
  await within(5_000, () => expect(viewer.changes.at(-1)).toMatchObject({ online: idsOf(mia) }));
  // Whoever leaves neither sees the others nor is seen.
  const members = await open(owner, [`space:${space.id}`]);
  await members.watch({ space_id: space.id, user_ids: idsOf(mia, zoe) });
  await mia.call('leave_space', { space_id: space.id });
  await within(5_000, () => expect(members.changes.at(-1)).toMatchObject({ offline: idsOf(mia) }));
  await owner.call('remove_member', { space_id: space.id, user_id: zoe.user.id });
  await within(5_000, async () =>
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
    timeout: 5_000,
    interval: 300,
  });
  const setChat = (chat_enabled: boolean) => mia.call('set_space_chat', { space_id: space.id, chat_enabled });
  await setChat(false);
  await within(5_000, () => expect(viewer.changes.at(-1)).toMatchObject({ online: [], offline: idsOf(mia) }));
  await setChat(true);
  await within(5_000, () => expect(viewer.changes.at(-1)).toMatchObject({ online: idsOf(mia), offline: [] }));
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
  await within(5_000, () => expect(counts()).toEqual([1, 1, 2]));
  expect(await visitor.watch({ space_id: closed.id, count: true })).toEqual({
    space_id: closed.id,
    online: [],
    offline: [],
  });
  await visitor.watch({ space_id: space.id });
  const { length } = visitor.changes;
  member.close();
  await within(10_000, () => expect(hidden.changes.at(-1)?.online_count).toBe(1));
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
    timeout: 5_000,
    interval: 300,
  });
});

it('shows people of chat when they stop appearing offline, and not before', async () => {
  const [anna, ben] = [await newPerson(server, 'Anna'), await newPerson(server, 'Ben')];
  const space = await newSpace(anna);
  await setRole(server, space.id, ben.user.id, 'member');
  await ben.call('update_presence_settings', { appear_offline: true });
  await open(ben);
  const viewer = await open(anna);
  expect(await viewer.watch({ user_ids: idsOf(ben) })).toMatchObject({ online: [], offline: idsOf(ben) });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(viewer.changes).toEqual([]);
  await ben.call('update_presence_settings', { appear_offline: false });
  await within(8_000, () => expect(viewer.changes.at(-1)).toMatchObject({ online: idsOf(ben) }));
  await ben.call('update_presence_settings', { appear_offline: true });
  await within(8_000, () => expect(viewer.changes.at(-1)).toMatchObject({ online: [], offline: idsOf(ben) }));
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
  await vi.waitFor(() => isShown(1), { timeout: 10_000, interval: 200 });
  page.close();
  await vi.waitFor(() => isShown(0), { timeout: 10_000, interval: 200 });
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
  await within(5_000, async () => expect((await viewer.watch(request))?.online).toEqual(idsOf(mia)));
  const { length } = viewer.changes;
  await mia.call('block_user', { user_id: leo.user.id });
  await mia.call('unblock_user', { user_id: leo.user.id });
  await newMember(server, await newSpace(owner), 'Nell');
  await leo.call('update_presence_settings', { appear_offline: true });
  // What comes after them has been checked, too.
  await mia.call('update_presence_settings', { appear_offline: true });
  await within(5_000, () => expect(viewer.changes.at(-1)).toMatchObject({ offline: idsOf(mia) }));
  expect(viewer.changes).toHaveLength(length + 1);
}, 30_000);
