import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { type LiveEvent, type LiveEventName, liveEvents } from '#contract/live.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { applyLiveEvent, hasLiveHandler, refetchChannel } from '#web/lib/live/live-client.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import './start-live.ts';

const unhandled = (Object.keys(liveEvents) as LiveEventName[]).filter((type) => !hasLiveHandler(type));
// The pages of the map, of courses, their quizzes and videos register their handlers when they are opened; nothing else shows them.
await import('#web/features/map/map.live.ts');
await import('#web/features/courses/courses.live.ts');
await import('#web/features/quizzes/quizzes.live.ts');
await import('#web/features/videos/videos.live.ts');

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});
const context = () => ({ client, viewerId: 'u1' });

it('handles every event that the server sends', () => {
  // Instead of 'broadcast.changed', the server sends each user an event of their own.
  const ofPages = unhandled.filter((type) => type === 'map.changed' || /^(course|quiz|video)\./.test(type));
  expect(unhandled.filter((type) => !ofPages.includes(type))).toEqual(['broadcast.changed']);
  expect(ofPages.filter((type) => !hasLiveHandler(type))).toEqual([]);
});

it('loads the live module of every feature, so that each registers its handlers', async () => {
  const modules = Object.keys(import.meta.glob('../../features/**/*.live.ts'));
  const { default: source } = (await import('./start-live.ts?raw')) as { default: string };
  const missing = modules.filter((path) => !source.includes(path.replace('../../', '#web/')));
  expect(missing).toEqual(
    ['courses/courses', 'map/map', 'quizzes/quizzes', 'videos/videos'].map(
      (path) => `../../features/${path}.live.ts`,
    ),
  );
});

it('keeps the other live modules in the build: by components, because the build leaves out what an index imports for its effect', () => {
  const sources = import.meta.glob('../../features/**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const importers = (name: string) =>
    Object.entries(sources)
      .filter(
        ([path, source]) => !path.includes('.test.') && String(source).includes(`import '${name}.live.ts'`),
      )
      .map(([path]) => path);
  for (const name of ['courses', 'map', 'quizzes', 'videos']) {
    const found = [...importers(`./${name}`), ...importers(`../${name}`)];
    expect(found.length, name).toBeGreaterThan(0);
    expect(found.filter((path) => path.endsWith('/index.ts'))).toEqual([]);
  }
});

/** Puts queries in the cache, and returns which of them are outdated afterwards. */
function outdatedAfter(queryKeys: unknown[][], change: () => void): unknown[][] {
  for (const queryKey of queryKeys) client.setQueryData(queryKey, {});
  change();
  return queryKeys.filter((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
}

describe('Events that were missed for good', () => {
  const space = (id: string, subdomain: string) => ({ id, subdomain }) as Space;
  beforeEach(() => seedEntities(client, { space: [space('s1', 'film'), space('s2', 'bread')] }));

  it('of a space outdate what its events keep current, in that space only', () => {
    const operations = [
      'get_leaderboard',
      'list_leaderboard',
      'get_space_levels',
      'list_events',
      'list_agenda',
      'list_members',
      'get_member_card',
      'get_space_map',
      'list_map_people',
    ];
    const here = [
      ...operations.map((operation) => [operation, { space_id: 's1' }]),
      ['get_space', { subdomain: 'film' }],
      ['get_event', { event_id: 'e1' }],
      ['get_event_link', { event_id: 'e1' }],
      ['list_attendees', { event_id: 'e1', rsvp: 'going' }],
    ];
    const elsewhere = [
      ...operations.map((operation) => [operation, { space_id: 's2' }]),
      ['get_space', { subdomain: 'bread' }],
      ['get_draft', { space_id: 's1' }],
    ];
    const isMap = ([operation]: unknown[]) => /map/.test(String(operation));
    // The map is refetched a little later, at most every two seconds.
    expect(outdatedAfter([...here, ...elsewhere], () => refetchChannel('space:s1', context()))).toEqual(
      here.filter((queryKey) => !isMap(queryKey)),
    );
  });

  it('of the viewer outdate what is sent to them alone', () => {
    const mine = [
      'get_draft',
      'get_notifications_with_actors',
      'get_unread_notification_count',
      'get_open_cases',
      'list_cases',
      'list_audit_log',
      'list_my_removals',
      'list_join_requests',
      'get_user_spaces_with_memberships',
      'get_space',
      'discover_spaces',
    ].map((operation) => [operation, {}]);
    const other = [['list_posts', { space_id: 's1' }]];
    expect(outdatedAfter([...mine, ...other], () => refetchChannel('user:u1', context()))).toEqual(mine);
  });

  it('of a post outdate its comments', () => {
    const here = [
      ['list_comments', { post_id: 'p1', order: 'oldest' }],
      ['list_comment_versions', { comment_id: 'c1' }],
    ];
    const elsewhere = [['list_comments', { post_id: 'p2', order: 'oldest' }]];
    expect(outdatedAfter([...here, ...elsewhere], () => refetchChannel('post:p1', context()))).toEqual(here);
  });
});

const receive = (event: Pick<LiveEvent, 'type' | 'payload'>) =>
  applyLiveEvent({ seq: 1, channel: 'user:u1', ...event } as LiveEvent, context());

it('dismisses and restores the setup guide of a space in every window of the viewer', () => {
  const setup = { completed: [], dismissed: false };
  seedEntities(client, { space: ['s1', 's2'].map((id) => ({ id, setup }) as unknown as Space) });
  const dismissed = () => ['s1', 's2'].map((id) => readEntity(client, 'space', id)?.setup?.dismissed);
  for (const state of [true, true, false]) {
    receive({ type: 'setup.dismissed', payload: { space_id: 's1', dismissed: state } });
    expect(dismissed()).toEqual([state, false]);
  }
  receive({ type: 'setup.completed', payload: { space_id: 's1', task_type: 'invite' } });
  expect(readEntity(client, 'space', 's1')?.setup?.completed).toEqual(['invite']);
  expect(readEntity(client, 'space', 's2')?.setup?.completed).toEqual([]);
});

it('refetches the levels and ranks of a space right away once its levels are renamed', () => {
  const keysOf = (space_id: string) => [
    ['get_leaderboard', { space_id, period: '7d' }],
    ['list_leaderboard', { space_id, period: 'all' }],
    ['get_space_levels', { space_id }],
  ];
  const outdated = outdatedAfter([...keysOf('s1'), ...keysOf('s2')], () =>
    receive({ type: 'space.levels_changed', payload: { space_id: 's1' } }),
  );
  expect(outdated).toEqual(keysOf('s1'));
});
