import { QueryObserver } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { spaceSummary } from '#contract/features/spaces/spaces.ts';
import type { LiveEvent } from '#contract/live.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aSpace, idOf, spaceId } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { useCountVisit } from './about/use-count-visit.ts';
import { isGuideShown, withCompleted } from './setup/setup-state.ts';
import './setup/setup.live.ts';
import { readSpace, spaceQuery, useLoadedSpace, userSpacesQuery, useUserSpaces } from './spaces.api.ts';
import { fetchPermissions } from './spaces.live.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(() => {
  cleanup();
  dismissToast();
});

const summary = (n: number, subdomain: string) =>
  spaceSummary.parse(aSpace({ id: idOf(n), subdomain, name: subdomain }));
const open = (responses: Responses = {}) => {
  call.mockImplementation(respondWith(responses));
  return createQueryClient(call);
};

describe('the spaces of the viewer', () => {
  it('are requested once, and shown in the order of the server', async () => {
    const client = open({
      get_user_spaces_with_memberships: () => ({
        spaces: [summary(2, 'film'), summary(1, 'bread')].map((space) => ({
          ...space,
          membership: null,
        })) as never,
      }),
    });
    const { result } = renderHook(() => useUserSpaces(true), { wrapper: pageProvider(client) });
    expect(result.current).toEqual([]);
    await waitFor(() => expect(result.current.map(({ subdomain }) => subdomain)).toEqual(['film', 'bread']));
    expect(call).toHaveBeenCalledOnce();
    expect(call.mock.calls[0]?.[0]).toBe('get_user_spaces_with_memberships');
  });

  it('are taken from the cache if they may not be requested, without those that are gone', () => {
    const client = open();
    seedEntities(client, { space: [summary(1, 'bread')] });
    client.setQueryData(userSpacesQuery.queryKey, { space_ids: [idOf(1), idOf(2)] });
    const { result } = renderHook(() => useUserSpaces(false), { wrapper: pageProvider(client) });
    expect(result.current.map(({ id }) => id)).toEqual([idOf(1)]);
    expect(call).not.toHaveBeenCalled();
  });
});

describe('a space', () => {
  it('is stored as an entity, with the live cursor of the response', async () => {
    const client = open({ get_space: ({ subdomain }) => ({ space: aSpace({ subdomain }), live_cursor: 7 }) });
    expect(await client.fetchQuery(spaceQuery('film'))).toEqual({ space_id: spaceId, live_cursor: 7 });
    expect(readEntity(client, 'space', spaceId)?.subdomain).toBe('film');
  });

  it.each([
    ['the server failed', new ApiError('unavailable', 503, ''), true],
    ['the server refused it', new ApiError('space_not_found', 404, ''), false],
    ['the connection was lost', new NetworkError(new TypeError('fetch failed')), true],
    ['it took too long', new NetworkError(new DOMException('', 'TimeoutError')), false],
  ])('is requested once more if %s: see the retry', (_name, error, retries) => {
    const { retry } = spaceQuery('film');
    expect(retry(0, error)).toBe(retries);
    expect(retry(1, error)).toBe(false);
  });

  it('is loaded once its permissions are known', () => {
    const client = open();
    seedEntities(client, { space: [summary(1, 'bread')] });
    expect(readSpace(client, idOf(1))).toBeUndefined();
    expect(readSpace(client, idOf(2))).toBeUndefined();
    const wrapper = pageProvider(client);
    expect(() => renderHook(() => useLoadedSpace(idOf(1)), { wrapper })).toThrow('is required');
    const space = aSpace({ id: idOf(1) });
    seedEntities(client, { space: [space] });
    expect(readSpace(client, idOf(1))).toMatchObject({ id: idOf(1) });
    expect(renderHook(() => useLoadedSpace(idOf(1)), { wrapper }).result.current.id).toBe(idOf(1));
  });
});

describe('live events', () => {
  const keys = {
    space: spaceQuery('bread').queryKey,
    otherSpace: spaceQuery('film').queryKey,
    mine: userSpacesQuery.queryKey,
    discover: ['discover_spaces', { sort: 'new' }],
    members: ['list_members', { space_id: spaceId }],
    otherMembers: ['list_members', { space_id: idOf(9) }],
  };
  function load(fields: Parameters<typeof aSpace>[0] = {}) {
    const client = open();
    seedEntities(client, { space: [aSpace(fields)] });
    for (const key of Object.values(keys)) client.setQueryData(key as readonly unknown[], {});
    const context = { client, viewerId: 'me' };
    return {
      client,
      receive: (type: LiveEvent['type'], payload: object) =>
        applyLiveEvent({ seq: 1, channel: `space:${spaceId}`, type, payload } as LiveEvent, context),
      refetch: (channel: string) => refetchChannel(channel, context),
      outdated: () =>
        Object.entries(keys).flatMap(([name, key]) =>
          client.getQueryState(key)?.isInvalidated ? [name] : [],
        ),
      stored: () => readEntity(client, 'space', spaceId),
    };
  }

  it('of a space change it, and refetch what they leave out', () => {
    const { receive, outdated, stored } = load();
    const { member_count: _count, ...space } = spaceSummary.parse(aSpace({ name: 'Rye' }));
    receive('space.changed', { space, access_changed: false });
    expect(stored()).toMatchObject({ name: 'Rye', member_count: 2 });
    expect(outdated()).toEqual(['space']);
  });

  it('of another space change nothing', () => {
    const { receive, outdated, stored } = load();
    receive('space.changed', { space: { ...aSpace(), id: idOf(9), name: 'Rye' }, access_changed: false });
    expect(stored()?.name).toBe('Bread');
    expect(outdated()).toEqual([]);
  });

  it('of its members change their number, and outdate the list', () => {
    const { receive, outdated, stored } = load();
    receive('space.member_count_changed', { space_id: spaceId, member_count: 7 });
    expect(stored()?.member_count).toBe(7);
    expect(outdated()).toEqual(['members']);
  });

  it('of the membership refetch permissions, the spaces of the viewer, and Discover', () => {
    const { receive, outdated } = load();
    receive('membership.changed', { space_id: spaceId, role: 'admin' });
    expect(outdated()).toEqual(['space', 'mine', 'discover']);
  });

  it('that were missed refetch what depends on the channel', () => {
    const ofSpace = load();
    ofSpace.refetch(`space:${spaceId}`);
    expect(ofSpace.outdated()).toEqual(['space']);
    const ofUser = load();
    ofUser.refetch('user:me');
    expect(ofUser.outdated()).toEqual(['space', 'otherSpace', 'mine', 'discover']);
  });

  it.each([
    [new ApiError('unavailable', 503, ''), true],
    [new ApiError('space_not_found', 404, ''), false],
  ])('say that the permissions could not be loaded: %s', async (error, isSaid) => {
    const { client } = load();
    const observer = new QueryObserver(client, {
      queryKey: keys.space,
      queryFn: () => Promise.reject(error),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    } as never);
    const stop = observer.subscribe(() => {});
    await fetchPermissions(client, spaceId);
    expect(readToast()?.open === true && readToast()?.title).toBe(isSaid ? 'Permissions Error' : false);
    if (isSaid) expect(readToast()).toMatchObject({ variant: 'destructive' });
    stop();
  });

  it.each([
    ['setup.completed', { task_type: 'cover' }, { completed: ['description', 'cover'], dismissed: false }],
    ['setup.dismissed', { dismissed: true }, { completed: ['description'], dismissed: true }],
  ] as const)('%s change the setup guide', (type, payload, setup) => {
    const { receive, stored } = load({ setup: { completed: ['description'], dismissed: false } });
    receive(type, { space_id: spaceId, ...payload });
    expect(stored()?.setup).toEqual(setup);
  });

  it('of the setup guide show none to someone who has none', () => {
    const { receive, stored } = load({ setup: null });
    receive('setup.dismissed', { space_id: spaceId, dismissed: false });
    expect(stored()?.setup).toBeNull();
  });
});

describe('the setup guide', () => {
  const all = ['description', 'cover', 'invite', 'post'] as const;
  it.each([
    ['without a guide', null, false],
    ['not loaded', undefined, false],
    ['with open tasks', { completed: ['cover' as const], dismissed: false }, true],
    ['dismissed', { completed: [], dismissed: true }, false],
    ['complete', { completed: [...all], dismissed: false }, false],
  ])('%s', (_name, setup, isShown) => {
    expect(isGuideShown(setup)).toBe(isShown);
  });

  it('lists completed tasks in one order, each once', () => {
    const setup = { completed: ['post' as const], dismissed: false };
    const next = withCompleted(setup, 'description');
    expect(next.completed).toHaveLength(2);
    expect(withCompleted(withCompleted({ ...setup, completed: [] }, 'description'), 'post')).toEqual(next);
    expect(withCompleted(next, 'post')).toBe(next);
  });
});

describe('a visit of an about page', () => {
  const visit = (id: string, membership: { role: 'member'; joined_at: string } | null) =>
    renderHook(() => useCountVisit({ id, membership })).unmount();

  it('counts once per page load, for everyone who is no member', () => {
    call.mockRejectedValue(new NetworkError(null));
    for (const id of [idOf(41), idOf(41), idOf(42)]) visit(id, null);
    visit(idOf(43), { role: 'member', joined_at: '2026-01-01T00:00:00.000Z' });
    expect(call.mock.calls).toEqual([
      ['record_space_visit', { space_id: idOf(41) }],
      ['record_space_visit', { space_id: idOf(42) }],
    ]);
  });
});
