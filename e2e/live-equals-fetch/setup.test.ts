import { expect, it } from 'vitest';
import type { SetupState } from '#contract/features/spaces/setup.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { readSpace, spaceQuery } from '#web/features/spaces/index.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();

const guideView = (space: Space): LiveView<SetupState | null | undefined> => ({
  channels: (viewer) => [`user:${viewer.user.id}`],
  load: async (client) => (await client.fetchQuery(spaceQuery(space.subdomain))).live_cursor,
  shown: (client) => readSpace(client, space.id)?.setup,
});

it('The setup guide of owner and admin, updated by events, equals a fresh fetch', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [admin, member] = [await newMember(server, space), await newMember(server, space)];
  await setRole(server, space.id, admin.user.id, 'admin');
  const inSpace = { space_id: space.id };
  await expectLiveEqualsFetch(server, space.id, [owner, admin, member], guideView(space), async () => {
    await Promise.all([
      newPost(member, space),
      admin.call('update_space', { ...inSpace, description: 'A place for us.' }),
      owner.call('complete_setup_task', { ...inSpace, task_type: 'invite' }),
    ]);
    await owner.call('dismiss_setup_guide', inSpace);
    await admin.call('dismiss_setup_guide', inSpace);
    await owner.call('restore_setup_guide', inSpace);
  });
  const setupOf = async (viewer: typeof owner) =>
    (await viewer.call('get_space', { subdomain: space.subdomain })).space.setup;
  const completed = ['invite', 'description', 'post'];
  expect(await setupOf(owner)).toEqual({ completed, dismissed: false });
  expect(await setupOf(admin)).toEqual({ completed, dismissed: true });
  expect(await setupOf(member)).toBeNull();
});
