import { beforeAll, describe, expect, it } from 'vitest';
import type { Poll } from '#contract/features/polls/polls.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';
import { feedView, loadFeedPage } from './feed-view.ts';

const server = sharedServer();
let owner: TestPerson;
let member: TestPerson;
let other: TestPerson;
let space: Space;
beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
  other = await newMember(server, space);
});

const feed = () => ({ space_id: space.id, sort: 'new' }) as const;

/** A poll in the feed. */
const pollView = (postId: string, channels: string[]): LiveView<Poll | null> => ({
  channels,
  load: (client) => loadFeedPage(client, feed()),
  shown: (client) => readEntity(client, 'post', postId)?.poll ?? null,
});

async function newPoll() {
  const { post } = await owner.call('create_post', {
    space_id: space.id,
    client_id: newId(),
    title: 'A question',
    body: '',
    poll: { question: 'Which?', options: ['This', 'That'], multiple: true },
  });
  return { post_id: post.id, options: post.poll?.options.map(({ id }) => id) ?? [] };
}

describe('State updated by events equals a fresh fetch', () => {
  it('for a liked post that its author edits', async () => {
    const post = await newPost(member, space);
    await owner.call('like_post', { post_id: post.id });
    const view = feedView(feed(), (posts) => posts.find(({ id }) => id === post.id));
    await expectLiveEqualsFetch(server, space.id, [owner, member], view, async () => {
      for (const [index, title] of ['One title', 'Another title', 'The last title'].entries()) {
        await member.call('update_post', {
          post_id: post.id,
          revision: index + 1,
          title,
          body: `<p>Text ${index}</p>`,
          upload_ids: [],
        });
      }
    });
  });

  it("for a poll of a user who hasn't voted", async () => {
    const { post_id, options } = await newPoll();
    await expectLiveEqualsFetch(
      server,
      space.id,
      [other],
      pollView(post_id, [`space:${space.id}`]),
      async () => {
        await Promise.all([
          owner.call('vote_in_poll', { post_id, option_ids: options }),
          member.call('vote_in_poll', { post_id, option_ids: options.slice(0, 1) }),
        ]);
        await owner.call('withdraw_vote', { post_id });
      },
    );
    expect((await other.call('get_poll', { post_id })).poll.options[0]?.vote_count).toBeNull();
  });

  it('for the voter’s other devices', async () => {
    const { post_id, options } = await newPoll();
    const channels = [`space:${space.id}`, `user:${member.user.id}`];
    await expectLiveEqualsFetch(server, space.id, [member], pollView(post_id, channels), async () => {
      await member.call('vote_in_poll', { post_id, option_ids: options });
      await member.call('vote_in_poll', { post_id, option_ids: options.slice(1) });
    });
  });
});
