import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { aSpace, idOf, spaceId } from '#web-testing/fixtures.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { casePages, openCasesQuery } from './moderation.api.ts';
import './moderation.live.ts';

const otherSpaceId = idOf(9);
let client: ReturnType<typeof createQueryClient>;
const context = () => ({ client, viewerId: 'me' });
const receive = (type: LiveEvent['type'], payload: object) =>
  applyLiveEvent({ seq: 1, channel: `space:${spaceId}`, type, payload } as LiveEvent, context());

const operations = ['get_open_cases', 'list_cases', 'list_audit_log', 'list_my_removals'];
const keyOf = (operation: string, space_id: string) => [operation, { space_id }];
const outdated = (space_id = spaceId) =>
  operations.filter((operation) => client.getQueryState(keyOf(operation, space_id))?.isInvalidated);
const cached = (space_id = spaceId) =>
  operations.filter((operation) => client.getQueryData(keyOf(operation, space_id)) !== undefined);

beforeEach(() => {
  dismissToast();
  client = createQueryClient(vi.fn());
  for (const operation of operations) {
    for (const space_id of [spaceId, otherSpaceId]) client.setQueryData(keyOf(operation, space_id), {});
  }
});
afterEach(() => dismissToast());

describe('the number of open cases', () => {
  const { queryKey } = openCasesQuery(spaceId);
  const count = (open_count: number, version: number) =>
    receive('space.report_count_changed', { space_id: spaceId, open_count, version });

  it.each([
    ['newer', 5, 7],
    ['the same', 4, 2],
    ['older', 3, 2],
  ])('with a version that is %s', (_name, version, expected) => {
    client.setQueryData(queryKey, { open_count: 2, version: 4, live_cursor: 11 });
    count(7, version);
    expect(client.getQueryData(queryKey)).toEqual({
      open_count: expected,
      version: Math.max(version, 4),
      live_cursor: 11,
    });
  });

  it('is left to the request if it was never loaded, but the list is outdated', () => {
    client.removeQueries({ queryKey });
    count(7, 1);
    expect(client.getQueryData(queryKey)).toBeUndefined();
    expect([outdated(), outdated(otherSpaceId)]).toEqual([['list_cases'], []]);
  });
});

it('a new entry of the audit log outdates the log of its space', () => {
  receive('audit_log.created', { space_id: spaceId });
  expect([outdated(), outdated(otherSpaceId)]).toEqual([['list_audit_log'], []]);
});

describe('removed content', () => {
  const removed = (fields: object) =>
    receive('content.removed', {
      kind: 'post',
      id: idOf(1),
      post_id: idOf(1),
      space_id: spaceId,
      author_id: 'me',
      reason: null,
      ...fields,
    });

  it('outdates the removals of its author, and says where and why', () => {
    seedEntities(client, { space: [aSpace()] });
    removed({ reason: 'No selling here.' });
    expect([outdated(), outdated(otherSpaceId)]).toEqual([['list_my_removals'], []]);
    expect(readToast()).toMatchObject({
      open: true,
      title: 'Your post in Bread was removed',
      description: 'No selling here.',
    });
  });

  it('is a comment, has no reason, and is in a space that was not opened', () => {
    removed({ kind: 'comment' });
    expect(readToast()?.title).toBe('Your comment was removed');
    expect(readToast()).not.toHaveProperty('description');
  });

  it('of someone else changes nothing for the viewer', () => {
    removed({ author_id: 'you' });
    expect(outdated()).toEqual([]);
    expect(readToast()?.open).not.toBe(true);
  });
});

it('a change of the membership removes what only moderators see, unless it is on screen', () => {
  const observer = new QueryObserver(client, {
    queryKey: keyOf('list_cases', spaceId),
    queryFn: () => ({}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => {});
  receive('membership.changed', { space_id: spaceId, role: 'member' });
  expect([cached(), cached(otherSpaceId)]).toEqual([['list_cases', 'list_my_removals'], operations]);
  stop();
});

it('a lost connection outdates everything in all spaces', () => {
  refetchChannel('user:me', context());
  expect([outdated(), outdated(otherSpaceId)]).toEqual([operations, operations]);
});

it('requests open and resolved cases separately', () => {
  expect(casePages(spaceId, 'resolved').queryKey).toEqual([
    'list_cases',
    { space_id: spaceId, status: 'resolved' },
  ]);
});
