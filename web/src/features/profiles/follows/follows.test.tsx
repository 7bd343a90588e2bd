import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FollowState } from '#contract/features/profiles/follows.ts';
import type { Account } from '#contract/users.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aFollow, anAccount, idOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { FollowButton } from './follow-button.tsx';
import { FollowTotals } from './follow-totals.tsx';
import { followQuery } from './follows.api.ts';
import { applyFollow } from './follows.live.ts';

const viewer = anAccount();
const userId = idOf(7);
const aState = (fields: Partial<FollowState> = {}) => aFollow({ user_id: userId, ...fields });

function open(responses: Responses = {}, state: Partial<FollowState> = {}, account: Account | null = viewer) {
  const call = vi.fn(respondWith({ get_follow: () => ({ follow: aState(state) }), ...responses }));
  const client = createQueryClient(call as never);
  setViewer(client, account);
  renderPage(
    client,
    <>
      <FollowTotals userId={userId} />
      <FollowButton userId={userId} />
    </>,
  );
  const receive = (payload: object, type = 'follow.changed') =>
    act(() => applyLiveEvent(anEvent(payload, type) as never, { client, viewerId: viewer.id }));
  return { call, client, receive };
}
const anEvent = (payload: object, type = 'follow.changed') => ({
  seq: 1,
  channel: `user:${viewer.id}`,
  type,
  payload: {
    follower_id: viewer.id,
    following_id: userId,
    is_following: true,
    totals: [{ user_id: userId, followers: 2, following: 4, version: 4 }],
    ...payload,
  },
});
const followed = (is_following: boolean, version: number) => ({
  is_following,
  totals: [{ user_id: userId, followers: is_following ? 2 : 1, following: 4, version }],
});
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => userEvent.click(await button(name));
const operations = (call: { mock: { calls: unknown[][] } }) =>
  call.mock.calls.map(([operation]) => operation).filter((operation) => operation !== 'get_follow');

afterEach(cleanup);

describe('The follow button', () => {
  it('follows at once, says so when it is stored, and ends it again', async () => {
    const stored = Promise.withResolvers<{ follow: FollowState }>();
    const { call } = open({
      follow_user: () => stored.promise,
      unfollow_user: () => ({ follow: aState({ version: 5 }) }),
    });
    expect((await button('Follow')).getAttribute('aria-pressed')).toBe('false');
    expect(screen.getByText('1 follower · 4 following')).toBeTruthy();
    await press('Follow');
    expect((await button('Following')).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText('2 followers · 4 following')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
    stored.resolve({ follow: aState({ is_following: true, followers: 12, version: 4 }) });
    expect(await screen.findByText('12 followers · 4 following')).toBeTruthy();
    expect(await screen.findAllByText('Following')).toHaveLength(2);
    await press('Following');
    expect(await screen.findByText('Unfollowed')).toBeTruthy();
    expect(await button('Follow')).toBeTruthy();
    expect(operations(call)).toEqual(['follow_user', 'unfollow_user']);
  });

  it('sends only the last state of several quick presses', async () => {
    const first = Promise.withResolvers<{ follow: FollowState }>();
    const { call } = open({
      follow_user: () => first.promise,
      unfollow_user: () => ({ follow: aState({ version: 5 }) }),
    });
    for (const name of ['Follow', 'Following', 'Follow', 'Following']) await press(name);
    first.resolve({ follow: aState({ is_following: true, followers: 2, version: 4 }) });
    expect(await screen.findByText('Unfollowed')).toBeTruthy();
    expect(operations(call)).toEqual(['follow_user', 'unfollow_user']);
    expect(screen.getByText('1 follower · 4 following')).toBeTruthy();
  });

  it('reverts what failed, and says why', async () => {
    open({
      follow_user: () => {
        throw new ApiError('cannot_follow_person', 403, "You can't follow this person.");
      },
    });
    await press('Follow');
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getByText("You can't follow this person.")).toBeTruthy();
    expect(await button('Follow')).toBeTruthy();
    expect(screen.getByText('1 follower · 4 following')).toBeTruthy();
    cleanup();
    open({
      follow_user: () => {
        throw new Error('broken');
      },
    });
    await press('Follow');
    expect(await screen.findByText('Failed to update follow status.')).toBeTruthy();
    cleanup();
    open({
      follow_user: () => {
        throw new ApiError('cannot_follow_self', 400, 'You cannot follow yourself.');
      },
    });
    await press('Follow');
    expect(await screen.findByText('Action not allowed')).toBeTruthy();
    expect(screen.getByText('You cannot follow yourself.')).toBeTruthy();
  });

  it('is hidden where the viewer cannot follow, before that is known, and for visitors', async () => {
    const { call } = open({}, { can_follow: false, followers: 0 });
    expect(await screen.findByText('0 followers · 4 following')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull();
    cleanup();
    open({ get_follow: () => new Promise(() => {}) });
    expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull();
    cleanup();
    expect(call).toHaveBeenCalledTimes(1);
    const visit = open({}, {}, null);
    expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull();
    expect(visit.call).not.toHaveBeenCalled();
  });
});

describe('A follow on another page', () => {
  it('is shown, once, and not over what was just pressed', async () => {
    const stored = Promise.withResolvers<{ follow: FollowState }>();
    const { receive } = open({ unfollow_user: () => stored.promise });
    await button('Follow');
    receive({});
    expect(await button('Following')).toBeTruthy();
    expect(screen.getByText('2 followers · 4 following')).toBeTruthy();
    receive({ is_following: false });
    expect(await button('Following')).toBeTruthy();
    await press('Following');
    receive({
      is_following: false,
      totals: [{ user_id: userId, followers: 8, following: 4, version: 6 }],
    });
    expect(await screen.findByText('8 followers · 4 following')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy();
    // The totals of the event are newer than those of the response.
    stored.resolve({ follow: aState({ followers: 7, version: 5 }) });
    await waitFor(() => expect(screen.getByText('Unfollowed')).toBeTruthy());
    expect(screen.getByText('8 followers · 4 following')).toBeTruthy();
    expect(await button('Follow')).toBeTruthy();
  });

  it('is shown when the request settles, if it is newer', async () => {
    const stored = Promise.withResolvers<{ follow: FollowState }>();
    const { receive } = open({ follow_user: () => stored.promise });
    await press('Follow');
    receive(followed(true, 4));
    receive(followed(false, 5));
    // What was just pressed stays until then.
    expect(await button('Following')).toBeTruthy();
    stored.resolve({ follow: aState({ is_following: true, followers: 2, version: 4 }) });
    expect(await button('Follow')).toBeTruthy();
    expect(screen.getByText('1 follower · 4 following')).toBeTruthy();
    expect(await screen.findByText('Unfollowed')).toBeTruthy();
  });

  it('stays when the response is lost, which is asked for again', async () => {
    const stored = Promise.withResolvers<{ follow: FollowState }>();
    const states = [aState(), aState({ is_following: true, followers: 2, version: 4 })];
    const get_follow = vi.fn(() => ({ follow: states[get_follow.mock.calls.length - 1] as FollowState }));
    const { receive } = open({ get_follow, follow_user: () => stored.promise });
    await press('Follow');
    receive(followed(true, 4));
    stored.reject(new NetworkError(null));
    await waitFor(() => expect(get_follow).toHaveBeenCalledTimes(2));
    expect(await screen.findAllByText('Following')).toHaveLength(2);
    expect(await button('Following')).toBeTruthy();
    expect(screen.getByText('2 followers · 4 following')).toBeTruthy();
    expect(screen.queryByText("Couldn't follow")).toBeNull();
  });

  it('is asked for when the response is lost, and shown without an event', async () => {
    const states = [aState(), aState({ is_following: true, followers: 2, version: 4 })];
    const get_follow = vi.fn(() => ({ follow: states[get_follow.mock.calls.length - 1] as FollowState }));
    open({
      get_follow,
      follow_user: () => {
        throw new NetworkError(null);
      },
    });
    await press('Follow');
    expect(await screen.findByText('2 followers · 4 following')).toBeTruthy();
    expect(await screen.findAllByText('Following')).toHaveLength(2);
    expect(get_follow).toHaveBeenCalledTimes(2);
    expect(await button('Following')).toBeTruthy();
  });

  it('is not changed when the request is lost, and a message says what failed and why', async () => {
    open({
      follow_user: () => {
        throw new NetworkError(null);
      },
    });
    await press('Follow');
    expect(await screen.findByText("Couldn't follow")).toBeTruthy();
    expect(screen.getByText(/Check your connection/)).toBeTruthy();
    expect(await button('Follow')).toBeTruthy();
    cleanup();
    const unfollow_user = () => {
      throw new NetworkError(null);
    };
    open({ unfollow_user }, { is_following: true });
    await press('Following');
    expect(await screen.findByText("Couldn't unfollow")).toBeTruthy();
  });

  it('that was lost does not matter if it was taken back meanwhile', async () => {
    const lost = Promise.withResolvers<{ follow: FollowState }>();
    const unfollow_user = vi.fn(() => ({ follow: aState() }));
    open({ follow_user: () => lost.promise, unfollow_user });
    await press('Follow');
    await press('Following');
    lost.reject(new NetworkError(null));
    expect(await screen.findByText('Unfollowed')).toBeTruthy();
    expect(screen.queryByText("Couldn't unfollow")).toBeNull();
    expect(unfollow_user).toHaveBeenCalledOnce();
    expect(await button('Follow')).toBeTruthy();
  });

  it('that is fetched meanwhile does not replace what was just pressed', async () => {
    const stored = Promise.withResolvers<{ follow: FollowState }>();
    const states = [aState(), aState({ followers: 5, version: 6 })];
    const get_follow = vi.fn(() => ({ follow: states[get_follow.mock.calls.length - 1] as FollowState }));
    const { client } = open({ get_follow, follow_user: () => stored.promise });
    await press('Follow');
    await act(() => client.refetchQueries({ queryKey: ['get_follow'] }));
    expect(await screen.findByText('6 followers · 4 following')).toBeTruthy();
    expect(await button('Following')).toBeTruthy();
    stored.reject(new ApiError('cannot_follow_person', 403, "You can't follow this person."));
    expect(await screen.findByText('5 followers · 4 following')).toBeTruthy();
    expect(await button('Follow')).toBeTruthy();
  });

  it('is not undone by a response that was on its way before', async () => {
    const late = Promise.withResolvers<{ follow: FollowState }>();
    const responses = [{ follow: aState() }, late.promise];
    const get_follow = vi.fn(async () => (await responses[get_follow.mock.calls.length - 1]) as never);
    const { client, receive } = open({ get_follow });
    await button('Follow');
    const refetched = client.refetchQueries({ queryKey: ['get_follow'] });
    receive(followed(true, 4));
    expect(await button('Following')).toBeTruthy();
    late.resolve({ follow: aState() });
    await act(() => refetched);
    expect(client.getQueryData(followQuery(userId).queryKey)?.follow).toMatchObject({ is_following: true });
  });

  it('of the viewer by the person is a badge', async () => {
    const { receive } = open();
    await button('Follow');
    expect(screen.queryByText('Follows you')).toBeNull();
    receive({ follower_id: userId, following_id: viewer.id });
    expect(await screen.findByText('Follows you')).toBeTruthy();
    expect(await button('Follow')).toBeTruthy();
  });

  it('is offered again when the viewer unblocks the person', async () => {
    const { receive } = open();
    await button('Follow');
    const block = (is_blocked: boolean) => receive({ user_id: userId, is_blocked }, 'block.changed');
    block(true);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull());
    block(false);
    expect(await button('Follow')).toBeTruthy();
  });

  it('changes nothing for someone whom it isn’t about', () => {
    const { payload } = anEvent({}) as { payload: Parameters<typeof applyFollow>[1] };
    const other = aState({ user_id: idOf(9) });
    expect(applyFollow(other, payload, viewer.id)).toBe(other);
    const mine = aState({ user_id: viewer.id });
    const totals = [{ user_id: viewer.id, followers: 1, following: 5, version: 9 }];
    expect(applyFollow(mine, { ...payload, totals }, viewer.id)).toEqual({ ...mine, ...totals[0] });
  });
});
