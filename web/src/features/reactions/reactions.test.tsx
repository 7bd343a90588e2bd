import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SpaceReactableKind } from '#contract/values/reactions.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aComment, aPerson, aPost, idOf, spaceId } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { LikeButton } from './like-button.tsx';
import { ReactorsButtons } from './reactors-buttons.tsx';
import { ReactorsDialog } from './reactors-dialog.tsx';

const call = vi.fn();
beforeEach(() => void call.mockReset());
afterEach(cleanup);

const id = idOf(1);
const none = { reaction_counts: {}, my_reactions: [] };
const people = ['Ines', 'Ugo'].map((full_name, index) => aPerson({ id: idOf(10 + index), full_name }));

function open(responses: Responses = {}, likes = { like_count: 2, has_liked: false }) {
  call.mockImplementation(respondWith(responses));
  const client = createQueryClient(call);
  seedEntities(client, { post: [aPost({ id, ...likes })], comment: [aComment({ id, ...likes })] });
  return client;
}

it.each([
  ['post', 'add_post_reaction', { post_id: id, kind: 'like' }],
  ['comment', 'add_comment_reaction', { comment_id: id, kind: 'like' }],
] as const)('likes a %s', async (kind, operation, input) => {
  const client = open({ [operation]: () => ({ ...none, like_count: 3, has_liked: true, version: 2 }) });
  renderPage(client, <LikeButton target={kind} id={id} canLike />);
  await userEvent.click(screen.getByRole('button', { name: 'Like, 2 likes', pressed: false }));
  expect(screen.getByRole('button', { name: 'Like, 3 likes', pressed: true })).toBeTruthy();
  expect(call).toHaveBeenCalledExactlyOnceWith(operation, input);
});

it.each([
  ['post', 'remove_post_reaction', { post_id: id, kind: 'like' }],
  ['comment', 'remove_comment_reaction', { comment_id: id, kind: 'like' }],
] as const)('removes the like of a %s', async (kind, operation, input) => {
  const likes = { like_count: 1, has_liked: true };
  const client = open(
    { [operation]: () => ({ ...none, like_count: 0, has_liked: false, version: 2 }) },
    likes,
  );
  renderPage(client, <LikeButton target={kind} id={id} canLike />);
  await userEvent.click(screen.getByRole('button', { name: 'Like, 1 like', pressed: true }));
  expect(screen.getByRole('button', { name: 'Like, 0 likes', pressed: false })).toBeTruthy();
  expect(call).toHaveBeenCalledExactlyOnceWith(operation, input);
  expect(readEntity(client, kind, id)).toMatchObject({ like_count: 0, version: 2 });
});

it('shows only the count to someone who may not like', () => {
  renderPage(open(), <LikeButton target="post" id={id} canLike={false} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('2 likes')).toBeTruthy();
});

it('renders nothing for something that is not cached', () => {
  const { container } = renderPage(open(), <LikeButton target="post" id={idOf(9)} canLike />);
  expect(container.querySelector('button')).toBeNull();
});

const pageOf = (cursor: string | undefined) =>
  cursor === 'next'
    ? { people: people.slice(1), next_cursor: null }
    : { people: people.slice(0, 1), next_cursor: 'next' };

it.each([
  ['post', { list_post_reactors: ({ cursor }) => pageOf(cursor) }],
  ['comment', { list_comment_reactors: ({ cursor }) => pageOf(cursor) }],
] satisfies [SpaceReactableKind, Responses][])(
  'lists who likes a %s, page by page',
  async (kind, responses) => {
    renderPage(
      open(responses),
      <ReactorsDialog target={kind} id={id} kind="like" open onOpenChange={() => {}} />,
    );
    const dialog = screen.getByRole('dialog', { name: 'Liked by' });
    const names = () =>
      within(dialog)
        .getAllByRole('listitem')
        .map((row) => row.textContent);
    await waitFor(() => expect(names()).toEqual([expect.stringContaining('Ines')]));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(names()[1]).toContain('Ugo');
    expect(within(dialog).queryByRole('button', { name: 'Show more' })).toBeNull();
  },
);

it('asks for the likes again after a failure', async () => {
  let isDown = true;
  const client = open({
    list_post_reactors: () => {
      if (isDown) throw new NetworkError(null);
      return { people, next_cursor: null };
    },
  });
  renderPage(client, <ReactorsButtons postId={id} />);
  expect(call).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Liked by 2 people' }));
  expect(await screen.findByText("Couldn't load the list.")).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ugo')).toBeTruthy();
});

it('has no list of likes without likes', () => {
  renderPage(open({}, { like_count: 0, has_liked: false }), <ReactorsButtons postId={id} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it("opens the card of someone who likes it, in the post's space", async () => {
  const get_member_card = vi.fn();
  const client = open({ list_post_reactors: () => ({ people, next_cursor: null }), get_member_card });
  renderPage(client, <ReactorsDialog target="post" id={id} kind="like" open onOpenChange={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ugo' }));
  expect(await screen.findByRole('dialog', { name: 'Ugo' })).toBeTruthy();
  expect(get_member_card).toHaveBeenCalledWith({ space_id: spaceId, user_id: people[1]?.id });
});
