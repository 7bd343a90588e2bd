import { expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import type { SpacePerson } from '#contract/users.ts';
import { expectLiveEqualsFetch, type LiveView } from '#testing/live-equals-fetch.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';
import { toCurrentLevel, toMemberLevel, toMemberLevelId } from '#web/features/points/member-level.ts';

const server = withTestServer();

interface State {
  people: SpacePerson[];
  received: Map<string, ReturnType<typeof toMemberLevel>>;
}
type Fetch = (viewer: TestPerson) => Promise<{ people: SpacePerson[]; live_cursor: number }>;

/** Members with their levels as the browser shows them: as fetched, and updated by events since. */
const levelsView = (spaceId: string, fetch: Fetch): LiveView<State> => ({
  channels: [`space:${spaceId}`],
  fetch: async (viewer) => {
    const { people, live_cursor } = await fetch(viewer);
    return { state: { people, received: new Map() }, live_cursor };
  },
  reduce: (state, event: LiveEvent) => {
    if (event.type !== 'member.level_changed') return state;
    const next = toMemberLevel(event);
    const known = state.received.get(next.id);
    if (known && known.version > next.version) return state;
    return { ...state, received: new Map(state.received).set(next.id, next) };
  },
  shown: ({ people, received }) => ({
    people: people.map((person) => {
      const member_level = received.get(toMemberLevelId(spaceId, person.id));
      const level_version = Math.max(person.level_version, member_level?.version ?? 0);
      return { ...person, level: toCurrentLevel(person, member_level), level_version };
    }),
    received: new Map(),
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
  const views: Fetch[] = [
    async (viewer) => {
      const { posts: feed, live_cursor } = await viewer.call('list_posts', { space_id: space.id });
      return { people: feed.filter(({ id }) => id === posts[0]?.id).map((post) => post.author), live_cursor };
    },
    async (viewer) => {
      const { comments, live_cursor } = await viewer.call('list_comments', { post_id: posts[0]?.id ?? '' });
      return { people: comments.map((one) => one.author), live_cursor };
    },
    async (viewer) => {
      const { live_cursor } = await viewer.call('get_space', { subdomain: space.subdomain });
      const { members } = await viewer.call('list_members', { space_id: space.id });
      return { people: members.map((member) => member.user), live_cursor };
    },
  ];
  let acting: Promise<void> | undefined;
  // All three views are open and show the same.
  await Promise.all(
    views.map((fetch) =>
      expectLiveEqualsFetch(server, space.id, [owner, author], levelsView(space.id, fetch), async () => {
        acting ??= action();
        await acting;
      }),
    ),
  );
  const { members } = await owner.call('list_members', { space_id: space.id });
  expect(members.find(({ user }) => user.id === author.user.id)).toMatchObject({
    points: 5,
    user: { level: 2 },
  });
});
