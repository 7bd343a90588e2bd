import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { ReactionButtons } from '#web/features/reactions/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { aComment, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { commentChanges } from './comments.api.ts';
import { applyToComment } from './comments.live.ts';
import { getOutbox } from './composer/comment-outbox.ts';

const [me, other, postId] = [idOf(91), idOf(92), idOf(93)];
const existing = aComment({ id: idOf(1), post_id: postId, like_count: 2, version: 4, has_liked: true });

let client: ReturnType<typeof createQueryClient>;
const call = vi.fn();
const context = () => ({ client, viewerId: me });
const receive = (type: LiveEvent['type'], payload: object) =>
  applyLiveEvent({ seq: 11, channel: `post:${postId}`, type, payload } as LiveEvent, context());
const stored = (n = 1) => readEntity(client, 'comment', idOf(n));
const added = (post = postId) =>
  commentChanges.read(client, post).added.map(({ entry, state }) => [entry.id, state]);

beforeEach(() => {
  localStorage.clear();
  client = createQueryClient(call.mockReset());
  seedEntities(client, { comment: [existing] });
});

describe('a new comment', () => {
  it('of someone else is added to its post, and to no other', () => {
    receive('comment.created', { comment: aComment({ id: idOf(2), post_id: postId, user_id: other }) });
    expect(stored(2)).toMatchObject({ user_id: other });
    expect(added()).toEqual([[idOf(2), 'held']]);
    expect(added(idOf(94))).toEqual([]);
  });

  it('of the viewer from another device is added, too', () => {
    receive('comment.created', { comment: aComment({ id: idOf(2), post_id: postId, user_id: me }) });
    expect(added()).toHaveLength(1);
  });

  it('of the viewer waits for the response while one is being sent from here', async () => {
    const post = idOf(95);
    const response = Promise.withResolvers<object>();
    call.mockReturnValue(response.promise);
    const outbox = getOutbox(client, post, me);
    expect(getOutbox(client, post, me)).toBe(outbox);
    await outbox.add({
      client_id: idOf(500),
      parent_id: null,
      thread_id: null,
      reply_to: null,
      body: '<p>Hi</p>',
    });
    const mine = aComment({ id: idOf(2), post_id: post, user_id: me });
    receive('comment.created', { comment: mine });
    receive('comment.created', { comment: aComment({ id: idOf(3), post_id: post, user_id: other }) });
    expect(added(post).map(([id]) => id)).toEqual([idOf(3)]);
    response.resolve({ comment: mine });
    await vi.waitFor(() => expect(outbox.read()).toEqual([]));
    expect(added(post).map(([id]) => id)).toContain(idOf(2));
    expect(call).toHaveBeenCalledExactlyOnceWith('create_comment', {
      post_id: post,
      client_id: idOf(500),
      parent_id: null,
      body: '<p>Hi</p>',
    });
  });

  it('keeps the like of the viewer if it was loaded before', () => {
    receive('comment.created', { comment: { ...existing, version: 5, has_liked: false } });
    expect(stored()).toMatchObject({ version: 5, has_liked: true });
  });
});

describe('an edit', () => {
  it('changes the text, keeps the like of the viewer, and outdates the earlier versions', () => {
    for (const comment_id of [idOf(1), idOf(2)]) {
      client.setQueryData(['list_comment_versions', { comment_id }], {});
    }
    receive('comment.edited', { comment: { ...existing, body: '<p>New</p>', version: 5, has_liked: false } });
    expect(stored()).toMatchObject({ body: '<p>New</p>', version: 5, has_liked: true });
    const outdated = [idOf(1), idOf(2)].map(
      (comment_id) => client.getQueryState(['list_comment_versions', { comment_id }])?.isInvalidated,
    );
    expect(outdated).toEqual([true, false]);
  });

  it('that is not newer changes nothing', () => {
    receive('comment.edited', { comment: { ...existing, body: '<p>Old</p>' } });
    expect(stored()).toEqual(existing);
  });
});

describe('a deletion', () => {
  const deleted = {
    comment_id: idOf(1),
    post_id: postId,
    deleted_at: timeOf(9),
    is_removed: true,
    version: 5,
  };

  it('empties the comment, which keeps its place', () => {
    receive('comment.deleted', deleted);
    expect(stored()).toMatchObject({
      body: '',
      attachment: null,
      deleted_at: timeOf(9),
      is_removed: true,
      version: 5,
      like_count: 2,
    });
  });

  it('that is not newer changes nothing', () => {
    receive('comment.deleted', { ...deleted, version: 4 });
    expect(stored()).toEqual(existing);
  });
});

describe('the reason of a removal', () => {
  const removed = {
    kind: 'comment',
    id: idOf(1),
    post_id: postId,
    space_id: spaceId,
    author_id: me,
    reason: 'Ads.',
  };

  it('is shown with the comment, whatever its version', () => {
    receive('content.removed', removed);
    expect(stored()).toEqual({ ...existing, removal_reason: 'Ads.' });
  });

  it('of a post is no matter of comments, even with the same ID', () => {
    receive('content.removed', { ...removed, kind: 'post' });
    expect(stored()).toEqual(existing);
  });

  it('of a comment that is not loaded is dropped', () => {
    receive('content.removed', { ...removed, id: idOf(2) });
    expect(stored(2)).toBeUndefined();
  });
});

describe('likes', () => {
  const likes = (fields: object) => ({
    comment_id: idOf(1),
    like_count: 1,
    reaction_counts: {},
    version: 5,
    actor: { user_id: other, kind: 'like', is_given: false },
    ...fields,
  });

  it.each([
    ['someone else', { user_id: other, kind: 'like', is_given: false }, true],
    ['the viewer elsewhere', { user_id: me, kind: 'like', is_given: false }, false],
  ])('of %s change the count', (_name, actor, has_liked) => {
    receive('comment.reactions_changed', likes({ actor }));
    expect(stored()).toEqual({ ...existing, like_count: 1, version: 5, has_liked });
  });

  it('that are not newer change nothing', () => {
    receive('comment.reactions_changed', likes({ version: 4 }));
    expect(stored()).toEqual(existing);
  });

  it('of the viewer are not changed while a like is being sent', async () => {
    const response = Promise.withResolvers<object>();
    call.mockReturnValue(response.promise);
    renderPage(client, createElement(ReactionButtons, { target: 'comment', id: idOf(1), canReact: true }));
    fireEvent.click(screen.getByRole('button', { name: 'Like, 2 likes' }));
    receive(
      'comment.reactions_changed',
      likes({ like_count: 7, actor: { user_id: me, kind: 'like', is_given: true } }),
    );
    expect(stored()).toMatchObject({ like_count: 7, has_liked: false });
    response.resolve({
      like_count: 6,
      reaction_counts: {},
      has_liked: false,
      my_reactions: [],
      version: 6,
    });
    await waitFor(() => expect(stored()).toMatchObject({ like_count: 6, version: 6 }));
    cleanup();
  });

  it('belong to nobody for a visitor', () => {
    const event = { type: 'comment.reactions_changed', payload: likes({}) } as never;
    expect(applyToComment(existing, event, null).has_liked).toBe(true);
  });
});

it('a lost connection refetches the comments of the post, and drops loaded replies', () => {
  const keys = [
    ['list_comments', { post_id: postId, order: 'oldest' }],
    ['list_comments', { post_id: idOf(94), order: 'oldest' }],
    ['list_comment_versions', { comment_id: idOf(1) }],
    ['more_replies', postId, { order: 'oldest' }],
    ['more_replies', idOf(94), { order: 'oldest' }],
  ];
  for (const key of keys) client.setQueryData(key, {});
  refetchChannel(`post:${postId}`, context());
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([
    true,
    false,
    true,
    undefined,
    false,
  ]);
});
