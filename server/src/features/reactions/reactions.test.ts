import { describe, expect, it } from 'vitest';
import { listen } from '#testing/live.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

describe('Post likes', () => {
  it('count once however often they are sent', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    const post = await newPost(owner, space);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => member.call('like_post', { post_id: post.id })),
    );
    expect(new Set(responses.map((response) => response.like_count))).toEqual(new Set([1]));
    await owner.call('like_post', { post_id: post.id });
    const { post: seen } = await member.call('get_post', { post_id: post.id });
    expect(seen).toMatchObject({ like_count: 2, has_liked: true });
    expect(await member.call('unlike_post', { post_id: post.id })).toMatchObject({
      like_count: 1,
      has_liked: false,
    });
    expect(await member.call('unlike_post', { post_id: post.id })).toMatchObject({
      like_count: 1,
      has_liked: false,
    });
  });

  it('are listed latest first', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const post = await newPost(owner, space);
    const member = await newMember(server, space);
    await owner.call('like_post', { post_id: post.id });
    await member.call('like_post', { post_id: post.id });
    const { people } = await owner.call('list_post_likes', { post_id: post.id });
    expect(people.map((person) => person.id)).toEqual([member.user.id, owner.user.id]);
  });

  it('are counted, listed and removed for one target only', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [post, second] = [await newPost(owner, space), await newPost(owner, space)];
    const comment = await newComment(owner, post.id);
    const { other } = await newNeighbors(server, owner, space);
    for (const { id } of [post, second, other.post]) await owner.call('like_post', { post_id: id });
    await owner.call('like_comment', { comment_id: comment.id });
    await other.admin.call('like_post', { post_id: other.post.id });
    const likedBy = async (post_id: string) =>
      (await owner.call('list_post_likes', { post_id })).people.map(({ id }) => id);
    expect(await likedBy(post.id)).toEqual([owner.user.id]);
    expect(await likedBy(other.post.id)).toEqual([other.admin.user.id, owner.user.id]);
    expect(await owner.call('unlike_post', { post_id: post.id })).toMatchObject({ like_count: 0 });
    expect(await likedBy(post.id)).toEqual([]);
    for (const { id } of [second, other.post]) expect(await likedBy(id)).toContain(owner.user.id);
    const { people } = await owner.call('list_comment_likes', { comment_id: comment.id });
    expect(people.map(({ id }) => id)).toEqual([owner.user.id]);
  });

  it('are published live with totals and the person', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const post = await newPost(owner, space);
    const member = await newMember(server, space);
    const listener = await listen(server.url, owner);
    await listener.subscribe(`post:${post.id}`);
    await member.call('like_post', { post_id: post.id });
    const event = await listener.received('post.stats_changed');
    expect(event.payload).toMatchObject({
      post_id: post.id,
      like_count: 1,
      actor: { user_id: member.user.id, kind: 'like', is_given: true },
    });
    listener.close();
  });

  it('require membership when they are written', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const post = await newPost(owner, space);
    const stranger = await newPerson(server);
    await expect(stranger.call('like_post', { post_id: post.id })).rejects.toMatchObject({
      code: 'membership_required',
    });
    await expect(server.client().call('like_post', { post_id: post.id })).rejects.toMatchObject({
      code: 'authentication_required',
    });
    const member = await newMember(server, space);
    await owner.call('remove_member', { space_id: space.id, user_id: member.user.id });
    await expect(member.call('like_post', { post_id: post.id })).rejects.toMatchObject({ status: 403 });
  });
});

describe('Comment likes', () => {
  it('count once and are removed by an unlike', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const post = await newPost(owner, space);
    const comment = await newComment(owner, post.id);
    const member = await newMember(server, space);
    const ofComment = { comment_id: comment.id };
    await Promise.all([member.call('like_comment', ofComment), member.call('like_comment', ofComment)]);
    const { comments } = await member.call('list_comments', { post_id: post.id });
    expect(comments[0]).toMatchObject({ like_count: 1, has_liked: true });
    expect(await member.call('unlike_comment', ofComment)).toMatchObject({ like_count: 0, has_liked: false });
    await owner.call('delete_comment', ofComment);
    await expect(member.call('like_comment', ofComment)).rejects.toMatchObject({ code: 'comment_not_found' });
  });
});

describe('Notification of a removed like', () => {
  const notificationsOf = async (person: TestPerson) => {
    const { notifications } = await person.call('get_notifications_with_actors', {});
    const { unread_count } = await person.call('get_unread_notification_count', {});
    const likes = notifications.filter(({ type }) => type === 'post_like');
    return {
      names: likes.map((entry) => entry.actor_names),
      counts: likes.map((entry) => entry.actor_count),
      unread_count,
    };
  };
  const newScene = async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [author, first, second] = [
      await newMember(server, space, 'Author'),
      await newMember(server, space, 'First'),
      await newMember(server, space, 'Second'),
    ];
    const post = await newPost(author, space);
    return { space, author, first, second, post };
  };

  it('disappears while unread, one person at a time, live for the author', async () => {
    const { author, first, second, post } = await newScene();
    const live = await listen(server.url, author);
    await live.subscribe(`user:${author.user.id}`);
    await first.call('like_post', { post_id: post.id });
    await second.call('like_post', { post_id: post.id });
    expect(await notificationsOf(author)).toEqual({
      names: [['Second Tester', 'First Tester']],
      counts: [2],
      unread_count: 1,
    });
    await second.call('unlike_post', { post_id: post.id });
    expect(await notificationsOf(author)).toEqual({
      names: [['First Tester']],
      counts: [1],
      unread_count: 1,
    });
    await first.call('unlike_post', { post_id: post.id });
    expect(await notificationsOf(author)).toEqual({ names: [], counts: [], unread_count: 0 });
    const { payload } = await live.received('notification.removed');
    expect(payload.unread_count).toBe(0);
    live.close();
    await first.call('like_post', { post_id: post.id });
    expect(await notificationsOf(author)).toEqual({
      names: [['First Tester']],
      counts: [1],
      unread_count: 1,
    });
  });

  it('disappears for a comment too', async () => {
    const { author, first, post } = await newScene();
    const comment = await newComment(author, post.id);
    await first.call('like_comment', { comment_id: comment.id });
    await first.call('unlike_comment', { comment_id: comment.id });
    expect(await notificationsOf(author)).toEqual({ names: [], counts: [], unread_count: 0 });
  });

  it('stays once read, so that liking again does not notify again', async () => {
    const { author, first, post } = await newScene();
    await first.call('like_post', { post_id: post.id });
    await author.call('mark_all_notifications_as_read', {});
    await first.call('unlike_post', { post_id: post.id });
    await first.call('like_post', { post_id: post.id });
    expect(await notificationsOf(author)).toEqual({
      names: [['First Tester']],
      counts: [1],
      unread_count: 0,
    });
  });
});
