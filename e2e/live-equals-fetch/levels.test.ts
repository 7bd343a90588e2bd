import type { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { newComment, newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { commentPages } from '#web/features/comments/comments.api.ts';
import { membersPages } from '#web/features/members/members.api.ts';
import { toCurrentLevel, toMemberLevelId } from '#web/features/points/member-level.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { readEntities, readEntity } from '#web/lib/cache/entity-cache.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';
import { loadFeedPage, shownPosts } from './feed-view.ts';

const server = sharedServer();

interface LeveledPerson {
  id: string;
  level: number;
  level_version: number;
}
/** Where people are shown with their levels. */
interface Place {
  load: (client: QueryClient) => Promise<number>;
  people: (client: QueryClient) => LeveledPerson[];
}

const levelsView = (spaceId: string, { load, people }: Place): LiveView<LeveledPerson[]> => ({
  channels: [`space:${spaceId}`],
  load,
  shown: (client) =>
    people(client).map((person) => {
      const received = readEntity(client, 'member_level', toMemberLevelId(spaceId, person.id));
      const { id, level_version } = person;
      return {
        id,
        level: toCurrentLevel(person, received),
        level_version: Math.max(level_version, received?.version ?? 0),
      };
    }),
});

it('Levels in feed, comments and members are updated live, up and down', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const author = await newMember(server, space);
  const fans = [owner];
  for (let n = 0; n < 2; n += 1) fans.push(await newMember(server, space, `Fan ${n}`));
  const posts = [await newPost(author, space), await newPost(author, space)];
  const comment = await newComment(author, posts[0]?.id ?? '');
  const action = async () => {
    for (const fan of fans) {
      for (const post of posts) await fan.call('like_post', { post_id: post.id });
    }
    await owner.call('like_comment', { comment_id: comment.id });
    // Seven points and level 2; then four, and level 1 again.
    await author.call('delete_post', { post_id: posts[1]?.id ?? '' });
    await fans[1]?.call('like_comment', { comment_id: comment.id });
  };
  const feed = { space_id: space.id, sort: 'default' } as const;
  const [first] = posts;
  const comments = commentPages(first?.id ?? '', { order: 'oldest' });
  const members = membersPages(space.id);
  const places: Place[] = [
    {
      load: (client) => loadFeedPage(client, feed),
      people: (client) =>
        shownPosts(client, feed).flatMap(({ id, author: person }) => (id === first?.id ? [person] : [])),
    },
    {
      load: async (client) => (await client.fetchInfiniteQuery(comments)).pages[0]?.live_cursor ?? 0,
      people: (client) => readEntities(client, 'comment').map((one) => one.author),
    },
    {
      load: async (client) => {
        const { live_cursor } = await client.fetchQuery(spaceQuery(space.subdomain));
        await client.fetchInfiniteQuery(members);
        return live_cursor;
      },
      people: (client) =>
        (client.getQueryData(members.queryKey)?.pages ?? []).flatMap((page) =>
          page.members.map(({ user_id, level, level_version }) => ({ id: user_id, level, level_version })),
        ),
    },
  ];
  let acting: Promise<void> | undefined;
  // All three views are open and show the same.
  await Promise.all(
    places.map((place) =>
      expectLiveEqualsFetch(server, space.id, [owner, author], levelsView(space.id, place), async () => {
        acting ??= action();
        await acting;
      }),
    ),
  );
  const { members: list } = await owner.call('list_members', { space_id: space.id });
  expect(list.find(({ user }) => user.id === author.user.id)).toMatchObject({
    points: 5,
    user: { level: 2 },
  });
});
