import { expect, it } from 'vitest';
import type { SetupState } from '#contract/setup.ts';
import { expectLiveEqualsFetch, type LiveView } from '#testing/live-equals-fetch.ts';
import { newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { applyToSetup } from '#web/features/spaces/setup/setup-state.ts';

const server = withTestServer();

const guideView = (subdomain: string): LiveView<SetupState | null> => ({
  channels: (viewer) => [`user:${viewer.user.id}`],
  fetch: async (viewer) => {
    const { space, live_cursor } = await viewer.call('get_space', { subdomain });
    return { state: space.setup, live_cursor };
  },
  reduce: (now, event) =>
    now && (event.type === 'setup.completed' || event.type === 'setup.dismissed')
      ? applyToSetup(now, event)
      : now,
});

it('The setup guide of owner and admin, updated by events, equals a fresh fetch', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [admin, member] = [await newMember(server, space), await newMember(server, space)];
  await setRole(server, space.id, admin.user.id, 'admin');
  const inSpace = { space_id: space.id };
  await expectLiveEqualsFetch(
    server,
    space.id,
    [owner, admin, member],
    guideView(space.subdomain),
    async () => {
      await Promise.all([
        newPost(member, space),
        admin.call('update_space', { ...inSpace, description: 'A place for us.' }),
        owner.call('complete_setup_task', { ...inSpace, task_type: 'invite' }),
      ]);
      await owner.call('dismiss_setup_guide', inSpace);
      await admin.call('dismiss_setup_guide', inSpace);
      await owner.call('restore_setup_guide', inSpace);
    },
  );
  const setupOf = async (viewer: typeof owner) =>
    (await viewer.call('get_space', { subdomain: space.subdomain })).space.setup;
  const completed = ['invite', 'description', 'post'];
  expect(await setupOf(owner)).toEqual({ completed, dismissed: false });
  expect(await setupOf(admin)).toEqual({ completed, dismissed: true });
  expect(await setupOf(member)).toBeNull();
});
