import { expect, it } from 'vitest';
import type { WelcomeState } from '#contract/features/members/welcome.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { readSpace, spaceQuery } from '#web/features/spaces/index.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();

const welcomeView = (space: Space): LiveView<WelcomeState | null | undefined> => ({
  channels: (viewer) => [`user:${viewer.user.id}`],
  load: async (client) => (await client.fetchQuery(spaceQuery(space.subdomain))).live_cursor,
  shown: (client) => readSpace(client, space.id)?.welcome,
});

it('The welcome of new members, updated by events, equals a fresh fetch', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [ada, bo] = [await newMember(server, space), await newMember(server, space)];
  const inSpace = { space_id: space.id };
  await expectLiveEqualsFetch(server, space.id, [owner, ada, bo], welcomeView(space), async () => {
    await Promise.all([newPost(ada, space), newPost(owner, space), bo.call('mark_looked_around', inSpace)]);
    await bo.call('dismiss_welcome', inSpace);
    await ada.call('mark_looked_around', inSpace);
  });
  const welcomeOf = async (viewer: typeof owner) =>
    (await viewer.call('get_space', { subdomain: space.subdomain })).space.welcome;
  expect(await welcomeOf(ada)).toEqual({ has_posted: true, has_looked_around: true });
  expect([await welcomeOf(bo), await welcomeOf(owner)]).toEqual([null, null]);
});
