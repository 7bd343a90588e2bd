import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { readToast, toast } from '#web/ui/overlays/toast.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aPerson, aSpace, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { matchesSearch, toLevelFilter, toMembersSearch, toSort } from './list/member-filter.ts';
import { markLocalChange } from './local-changes.ts';
import { banPages, invitationQuery, joinRequestPages, membersPages } from './members.api.ts';
import './members.live.ts';

const member = {
  id: idOf(1),
  space_id: spaceId,
  user_id: idOf(2),
  role: 'member' as const,
  status: 'active' as const,
  joined_at: timeOf(0),
  points: 3,
  is_online: false,
  user: aPerson({ id: idOf(2), full_name: 'Ines', level: 4, level_version: 7 }),
  permissions: { can_remove: false, can_ban: false, can_change_role: false },
};

describe('the requests of lists', () => {
  it.each([
    [{}, {}],
    [{ search: '', role: undefined, level: undefined, sort: 'newest' }, {}],
    [
      { search: 'ines', role: 'admin', level: '3', sort: 'points' },
      { search: 'ines', role: 'admin', level: '3', sort: 'points' },
    ],
  ] as const)('for the filter %j', (filter, input) => {
    expect(membersPages(spaceId, filter).queryKey).toEqual(['list_members', { space_id: spaceId, ...input }]);
  });

  it('store people once, and their level in this space with the membership', async () => {
    const client = createQueryClient(
      respondWith({ list_members: () => ({ members: [member], next_cursor: null }) }),
    );
    const { pages } = await client.fetchInfiniteQuery(membersPages(spaceId));
    const { user, ...row } = member;
    expect(pages).toEqual([{ members: [{ ...row, level: 4, level_version: 7 }], next_cursor: null }]);
    const { level: _level, level_version: _version, ...person } = user;
    expect(readEntity(client, 'person', idOf(2))).toEqual(person);
  });

  it('keep join requests and bans as they are', async () => {
    const requests = { requests: [], next_cursor: null };
    const bans = { bans: [], next_cursor: null };
    const client = createQueryClient(
      respondWith({ list_join_requests: () => requests, list_bans: () => bans }),
    );
    expect((await client.fetchInfiniteQuery(joinRequestPages(spaceId))).pages).toEqual([requests]);
    expect((await client.fetchInfiniteQuery(banPages(spaceId))).pages).toEqual([bans]);
    expect(invitationQuery(spaceId, '0123abcd').queryKey).toEqual([
      'resolve_invitation',
      { space_id: spaceId, ref: '0123abcd' },
    ]);
  });
});

describe('the address of the members page', () => {
  it.each([
    ['online', 'online'],
    ['points', 'points'],
    ['newest', 'newest'],
    ['oldest', 'newest'],
    [undefined, 'newest'],
  ])('sorts %s as %s', (value, sort) => {
    expect(toSort(value)).toBe(sort);
  });

  it.each([
    ['1', '1'],
    [9, '9'],
    ['0', undefined],
    ['10', undefined],
    ['x1', undefined],
    [undefined, undefined],
  ])('filters level %j as %j', (value, level) => {
    expect(toLevelFilter(value)).toBe(level);
  });

  it.each([
    [{ role: 'owner' }, { role: 'owner' }],
    [{ role: 'member' }, { role: 'member' }],
    [{ tab: 'banned' }, { tab: 'banned' }],
    [{ tab: 'members' }, {}],
    [{ sort: 'newest' }, {}],
    [{ search: '  ' }, {}],
    [{ search: `${'🍞'.repeat(100)}x` }, { search: '🍞'.repeat(100) }],
    [{ search: 'a\uD800' }, { search: 'a\uFFFD' }],
  ])('parses %j', (params, expected) => {
    expect(toMembersSearch(params)).toEqual(expected);
  });

  it.each([
    ['Søren', 'soren', true],
    ['Łukasz', 'lukasz', true],
    ['Weiß', 'weiss', true],
    ['Ines', 'inez', false],
  ])('finds %s by %s: %s', (full_name, typed, found) => {
    expect(matchesSearch({ full_name, username: 'x' }, typed)).toBe(found);
  });
});

describe('live events', () => {
  const listNames = ['list_members', 'list_join_requests', 'list_bans'];
  const keyOf = (name: string, space_id: string) => [name, { space_id }];
  function open(fields: Parameters<typeof aSpace>[0] = {}) {
    const client = createQueryClient(vi.fn());
    const space = aSpace(fields);
    seedEntities(client, { space: [space] });
    client.setQueryData(spaceQuery(space.subdomain).queryKey, space.id as never);
    for (const name of listNames) {
      for (const space_id of [spaceId, idOf(9)]) client.setQueryData(keyOf(name, space_id), {});
    }
    const context = { client, viewerId: 'me' };
    toast({ title: 'Before' });
    return {
      client,
      receive: (type: LiveEvent['type'], payload: object) =>
        applyLiveEvent({ seq: 1, channel: 'user:me', type, payload } as LiveEvent, context),
      refetch: (channel: string) => refetchChannel(channel, context),
      outdated: (space_id = spaceId) =>
        listNames.filter((name) => client.getQueryState(keyOf(name, space_id))?.isInvalidated),
      cached: (space_id = spaceId) => listNames.filter((name) => client.getQueryData(keyOf(name, space_id))),
      isSpaceOutdated: () => client.getQueryState(spaceQuery(space.subdomain).queryKey)?.isInvalidated,
    };
  }

  it('of a membership drop what only moderators may see, unless it is on screen', () => {
    const { client, receive, outdated, cached } = open();
    const observer = new QueryObserver(client, {
      queryKey: keyOf('list_bans', spaceId),
      queryFn: () => ({}),
      staleTime: Number.POSITIVE_INFINITY,
    });
    const stop = observer.subscribe(() => {});
    receive('membership.changed', { space_id: spaceId, role: 'admin' });
    expect(outdated()).toEqual(['list_members']);
    expect(cached()).toEqual(['list_members', 'list_bans']);
    expect([outdated(idOf(9)), cached(idOf(9))]).toEqual([[], listNames]);
    expect(readToast()?.title).toBe("You're now an admin of Bread.");
    stop();
  });

  it.each([
    ['was made on this page', { role: 'admin', mark: 'admin' }],
    ['changed nothing', { role: 'member', mark: null }],
  ] as const)('of a membership that %s say nothing', (_name, { role, mark }) => {
    const { receive } = open({ id: mark ? idOf(31) : idOf(32) });
    if (mark) markLocalChange(idOf(31), mark);
    receive('membership.changed', { space_id: mark ? idOf(31) : idOf(32), role });
    expect(readToast()?.title).toBe('Before');
  });

  it('of join requests outdate the list, and the space of someone who waits', () => {
    const member = open();
    member.receive('space.join_requests_changed', { space_id: spaceId });
    expect(member.outdated()).toEqual(['list_join_requests']);
    expect(member.outdated(idOf(9))).toEqual([]);
    expect(member.isSpaceOutdated()).toBe(false);
    const visitor = open({ membership: null });
    visitor.receive('space.join_requests_changed', { space_id: spaceId });
    expect(visitor.isSpaceOutdated()).toBe(true);
  });

  it('lost with the connection outdate the lists of their channel', () => {
    const { refetch, outdated } = open();
    refetch(`space:${spaceId}`);
    expect([outdated(), outdated(idOf(9))]).toEqual([['list_members'], []]);
    refetch('user:me');
    expect(outdated(idOf(9))).toEqual(['list_join_requests']);
  });
});
