import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reactionKinds } from '#contract/values/reactions.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { readToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aPerson, aPost, idOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { ReactionButtons } from './reaction-buttons.tsx';
import { ReactorsButtons } from './reactors-buttons.tsx';
import { applyReactions } from './set-reaction.ts';

const kinds: Record<string, unknown> = reactionKinds;
const me = idOf(90);
const id = idOf(1);
beforeEach(() => {
  kinds.cheer = {
    targets: ['post'],
    earns_point: false,
    notification: null,
    button: { emoji: '📣', label: 'Cheer' },
  };
});
afterEach(() => {
  cleanup();
  delete kinds.cheer;
});

function open(responses: Responses = {}, canReact = true) {
  const client = createQueryClient(respondWith(responses));
  const post = aPost({ id, like_count: 5, reaction_counts: { cheer: 2 }, version: 1 });
  seedEntities(client, { post: [post] });
  renderPage(client, <ReactionButtons target="post" id={id} canReact={canReact} />);
  return client;
}

const cheer = (count: number, pressed: boolean) =>
  screen.getByRole('button', { name: `Cheer, ${count === 1 ? '1 person' : `${count} people`}`, pressed });
const totals = { like_count: 5, has_liked: false, version: 2 };

it('gives a declared kind and takes it back, apart from likes', async () => {
  const client = open({
    add_post_reaction: () => ({ ...totals, reaction_counts: { cheer: 3 }, my_reactions: ['cheer'] }),
    remove_post_reaction: () => ({ ...totals, reaction_counts: { cheer: 2 }, my_reactions: [], version: 3 }),
  });
  await userEvent.click(cheer(2, false));
  expect(cheer(3, true)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Like, 5 likes', pressed: false })).toBeTruthy();
  await waitFor(() => expect(readEntity(client, 'post', id)).toMatchObject({ version: 2 }));
  await userEvent.click(cheer(3, true));
  expect(cheer(2, false)).toBeTruthy();
});

it('shows others the counts only, and no kind that nobody gave', () => {
  open({}, false);
  expect((cheer(2, false) as HTMLButtonElement).disabled).toBe(true);
  cleanup();
  kinds.boo = { targets: ['post'], button: { emoji: '👻', label: 'Boo' } };
  open({}, false);
  expect(screen.queryByRole('button', { name: /Boo/ })).toBeNull();
  cleanup();
  open();
  expect(screen.getByRole('button', { name: 'Boo, 0 people' })).toBeTruthy();
  delete kinds.boo;
});

it('takes the change back and says so if the server refuses it', async () => {
  open({
    add_post_reaction: () => {
      throw new ApiError('membership_required', 403, 'Join this space first.');
    },
  });
  await userEvent.click(cheer(2, false));
  await waitFor(() => expect(cheer(2, false)).toBeTruthy());
  expect(readToast()).toMatchObject({
    title: "Couldn't add your reaction",
    description: 'Join this space first.',
  });
});

it('follows events, also about the viewer on another page, unless a request is in flight', async () => {
  const response = Promise.withResolvers<never>();
  const client = open({ add_post_reaction: () => response.promise });
  const receive = (version: number, count: number, actor: { user_id: string; is_given: boolean }) =>
    void patchEntity(client, 'post', id, (now) =>
      applyReactions(
        id,
        { ...now, reaction_counts: { cheer: count }, version },
        { ...actor, kind: 'cheer' },
        me,
      ),
    );
  receive(2, 3, { user_id: me, is_given: true });
  await waitFor(() => expect(cheer(3, true)).toBeTruthy());
  receive(3, 2, { user_id: me, is_given: false });
  await waitFor(() => expect(cheer(2, false)).toBeTruthy());
  await userEvent.click(cheer(2, false));
  receive(4, 7, { user_id: me, is_given: false });
  await waitFor(() => expect(cheer(7, true)).toBeTruthy());
});

it('lists the people of each kind', async () => {
  const people = [aPerson({ id: idOf(10), full_name: 'Ines' })];
  const client = open({ list_post_reactors: () => ({ people, next_cursor: null }) });
  renderPage(client, <ReactorsButtons postId={id} />);
  expect(screen.getByRole('button', { name: 'Liked by 5 people' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '📣 2 people' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cheer' });
  expect(await within(dialog).findByText('Ines')).toBeTruthy();
});
