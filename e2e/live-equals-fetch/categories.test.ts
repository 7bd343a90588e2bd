import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { sharedServer } from '#testing/server.ts';
import { categoryLocksQuery } from '#web/features/access/index.ts';
import { feedPages } from '#web/features/feed/feed.api.ts';
import { spacesOfCategories } from '#web/features/feed/limited/category-channels.ts';
import { notificationPages, unreadQuery } from '#web/features/notifications/notifications.api.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';
import { loadFeedPage, shownPosts } from './feed-view.ts';

const server = sharedServer();
const level2: AccessRule = { kind: 'level', level: 2 };

async function newCategories() {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [one, other] = [await newMember(server, space, 'Grace'), await newMember(server, space, 'Hedy')];
  const add = (name: string) => newCategory(server, owner, space, name);
  const [general, circle] = [await add('General'), await add('Circle')];
  spacesOfCategories.set(circle, space.id);
  const write = async (category_id: string, title: string, body = '<p>Text</p>') => {
    const draft = { space_id: space.id, client_id: newId(), title, body, category_id };
    return (await owner.call('create_post', draft)).post;
  };
  const category = { space_id: space.id, category_id: circle };
  const limit = (rules: AccessRule[]) =>
    owner.call('set_category_access', { ...category, match: 'all', rules });
  const one_only = { user_id: one.user.id };
  const give = () => owner.call('give_category_access', { ...category, client_id: newId(), to: one_only });
  const take = () => owner.call('take_category_access', { ...category, from: one_only });
  return { owner, space, one, other, general, circle, write, limit, give, take };
}

it('What three users see of a feed whose category is closed and opened equals a fresh fetch', async () => {
  const { owner, space, one, other, general, circle, write, limit, give, take } = await newCategories();
  const input = { space_id: space.id, sort: 'default' as const };
  const titlesIn = (client: QueryClient) =>
    shownPosts(client, input).map(({ id, title, like_count, pinned_at, category_id }) => [
      id,
      title,
      like_count,
      pinned_at,
      category_id,
    ]);
  const locks = categoryLocksQuery(space).queryKey;
  const shown = (client: QueryClient) => [titlesIn(client), client.getQueryData(locks)];
  const first = await write(circle, 'First');
  const second = await write(general, 'Second');
  const open = new Set<TestPerson>();
  const viewerOf = new WeakMap<QueryClient, TestPerson>();
  const view: LiveView<unknown> = {
    channels: (viewer) => [
      `space:${space.id}`,
      `user:${viewer.user.id}`,
      ...(open.has(viewer) ? [`category:${circle}`] : []),
    ],
    load: async (client, viewer) => {
      viewerOf.set(client, viewer);
      const cursor = await loadFeedPage(client, input);
      await client.fetchQuery(categoryLocksQuery(space));
      // What is on screen is loaded again, the rest forgotten.
      new InfiniteQueryObserver(client, feedPages(input)).subscribe(() => undefined);
      return cursor;
    },
    // Events tell pages to load feeds and locks again, by code that is loaded when it's needed.
    settle: (client) =>
      vi.waitFor(async () => {
        await client.refetchQueries({ queryKey: locks, predicate: ({ state }) => state.isInvalidated });
        const fresh = createQueryClient(viewerOf.get(client)?.call as never);
        await loadFeedPage(fresh, input);
        await fresh.fetchQuery(categoryLocksQuery(space));
        expect(shown(client)).toEqual(shown(fresh));
      }),
    shown,
  };
  const edit = { post_id: second.id, revision: second.revision, title: 'Second', upload_ids: [] };
  const steps: [() => Promise<unknown>, readonly TestPerson[]][] = [
    [() => limit([level2]), []],
    [() => write(circle, 'Third'), [owner]],
    [give, [owner]],
    [() => one.call('like_post', { post_id: first.id }), [owner, one]],
    [() => owner.call('pin_post', { post_id: first.id }), [owner, one]],
    [() => owner.call('update_post', { ...edit, body: '<p>Moved</p>', category_id: circle }), [owner, one]],
    [() => owner.call('delete_post', { post_id: second.id }), [owner, one]],
    [take, [owner]],
    [() => limit([]), [owner]],
  ];
  for (const [step, subscribers] of steps) {
    open.clear();
    for (const person of subscribers) open.add(person);
    await expectLiveEqualsFetch(server, space.id, [owner, one, other], view, async () => {
      await step();
    });
  }
});

it('The feeds of the categories that a post is moved between, as three users see them, equal a fresh fetch', async () => {
  const { owner, space, one, other, general, circle, write, limit, give } = await newCategories();
  await write(circle, 'First');
  const second = await write(general, 'Second');
  await write(general, 'Third');
  const feeds = [undefined, general, circle].map((category_id) => ({
    space_id: space.id,
    sort: 'default' as const,
    ...(category_id ? { category_id } : {}),
  }));
  const shown = (client: QueryClient) =>
    feeds.map((feed) => shownPosts(client, feed).map(({ title }) => title));
  const open = new Set<TestPerson>();
  const viewerOf = new WeakMap<QueryClient, TestPerson>();
  const load = async (client: QueryClient) => {
    const cursors = [];
    for (const feed of feeds) cursors.push(await loadFeedPage(client, feed));
    return Math.min(...cursors);
  };
  const view: LiveView<unknown> = {
    channels: (viewer) => [`space:${space.id}`, ...(open.has(viewer) ? [`category:${circle}`] : [])],
    load: async (client, viewer) => {
      viewerOf.set(client, viewer);
      await client.fetchQuery(categoryLocksQuery(space));
      return await load(client);
    },
    // A post that someone can't open anymore is hidden by code that is loaded when it's needed.
    settle: (client) =>
      vi.waitFor(async () => {
        const fresh = createQueryClient(viewerOf.get(client)?.call as never);
        await load(fresh);
        expect(shown(client)).toEqual(shown(fresh));
      }),
    shown,
  };
  let { revision } = second;
  const move = (category_id: string) => async () => {
    const { id: post_id, title, body } = second;
    const edit = { post_id, revision, title, body, category_id, upload_ids: [] };
    revision = (await owner.call('update_post', edit)).post.revision;
  };
  const people = [owner, one, other];
  for (const category_id of [circle, general]) {
    await expectLiveEqualsFetch(server, space.id, people, view, move(category_id));
  }
  await limit([level2]);
  await give();
  for (const person of [owner, one]) open.add(person);
  for (const category_id of [circle, general, circle]) {
    await expectLiveEqualsFetch(server, space.id, people, view, move(category_id));
  }
  const titles = async (person: TestPerson) => {
    const { posts } = await person.call('list_posts', { space_id: space.id });
    return posts.length;
  };
  expect([await titles(one), await titles(other)]).toEqual([3, 1]);
});

it('What the list of notifications says of a category that is closed and opened equals a fresh fetch', async () => {
  const { space, one, circle, write, limit } = await newCategories();
  const mention = `<p><a data-mention="${one.user.id}">@${one.user.full_name}</a></p>`;
  await write(circle, 'The secret starter', mention);
  const view: LiveView<unknown> = {
    channels: [`user:${one.user.id}`, `space:${space.id}`],
    load: async (client) => {
      const { pages } = await client.fetchInfiniteQuery(notificationPages());
      await client.fetchQuery(unreadQuery());
      return pages[0]?.live_cursor ?? 0;
    },
    settle: async (client) => {
      // The code that tells the list to load again is loaded when it's needed.
      const list = () => client.getQueryState(notificationPages().queryKey);
      await vi.waitFor(() => expect(list()?.isInvalidated).toBe(true));
      await client.refetchQueries({ queryKey: notificationPages().queryKey });
    },
    shown: (client) =>
      client
        .getQueryData(notificationPages().queryKey)
        ?.pages.flatMap(({ rows }) => rows.map(({ id }) => readEntity(client, 'notification', id))),
  };
  const titles: unknown[] = [];
  for (const rules of [[level2], []]) {
    await expectLiveEqualsFetch(server, space.id, [one], view, async () => {
      await limit(rules);
    });
    titles.push((await one.call('get_notifications_with_actors', {})).notifications[0]?.post_title);
  }
  expect(titles).toEqual([null, 'The secret starter']);
});
