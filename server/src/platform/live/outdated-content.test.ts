import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { type LiveEvent, liveEvents } from '#contract/live.ts';
import { newEvent } from '#testing/events.ts';
import { listen } from '#testing/live.ts';
import { newComment, newMember, newPost, newSpaceWithMember, type TestPerson } from '#testing/people.ts';
import { publishMarker } from '#testing/publish-events.ts';
import { waitUntilNumbered } from '#testing/published-events.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { sharedServer } from '#testing/server.ts';
import { getLiveState } from './live.queries.ts';
import { deletedId } from './outdated-content.ts';

const server = sharedServer();
const secret = 'Nobody should read this';
let owner: TestPerson;
let space: Space;
let member: TestPerson;
let other: TestPerson;
let third: TestPerson;
let postId: string;
beforeAll(async () => {
  ({ owner, space, member } = await newSpaceWithMember(server));
  other = await newMember(server, space);
  third = await newMember(server, space);
  ({ id: postId } = await newPost(owner, space));
});

const channels = {
  space: () => `space:${space.id}`,
  post: () => `post:${postId}`,
  user: () => `user:${owner.user.id}`,
};

let markers = 0;
/** Returns what the owner's browser gets about a channel after it was away during `write`. */
async function missed(channel: keyof typeof channels, write: () => Promise<unknown>): Promise<object> {
  const live = await listen(server.url, owner);
  await live.subscribe(channels.space());
  // What was written before isn't missed, and has its number.
  await waitUntilNumbered(server);
  const { last_seq } = await getLiveState(server.db);
  await write();
  markers += 1;
  const marker = markers;
  await publishMarker(server, space.id, marker);
  await live.received('space.member_count_changed', ({ payload }) => payload.member_count === marker);
  const response = await live.subscribe(channels[channel](), last_seq);
  live.close();
  return response;
}

async function editTitle(post_id: string, title: string): Promise<void> {
  const { post } = await owner.call('get_post', { post_id });
  const { body, category_id, revision } = post;
  await owner.call('update_post', { post_id, revision, title, body, category_id, upload_ids: [] });
}

async function newSeries(): Promise<string> {
  const { id } = await newEvent(owner, space, {
    title: 'Every day',
    repeat: { frequency: 'daily', interval: 1, ends: { type: 'count', count: 3 } },
  });
  return id;
}

describe('What a client missed', () => {
  it.each<[string, keyof typeof channels, () => Promise<unknown>]>([
    [
      'a post',
      'space',
      async () => {
        const { id: post_id } = await newPost(owner, space, { title: secret });
        await owner.call('delete_post', { post_id });
      },
    ],
    [
      'a post that a moderator removed',
      'space',
      async () => {
        const { id: post_id } = await newPost(member, space, { title: secret });
        await owner.call('remove_post', { post_id, reason: 'Not here.' });
      },
    ],
    [
      'a comment',
      'post',
      async () => {
        const { id: comment_id } = await newComment(member, postId, `<p>${secret}</p>`);
        await member.call('delete_comment', { comment_id });
      },
    ],
    [
      'an event',
      'space',
      async () => {
        const { id: event_id } = await newEvent(owner, space, { title: secret });
        await owner.call('delete_event', { event_id });
      },
    ],
    [
      'a notification',
      'user',
      async () => {
        const { id: comment_id } = await newComment(member, postId, `<p>${secret}</p>`);
        await member.call('delete_comment', { comment_id });
      },
    ],
  ])('is refetched, so that the text of %s that was deleted is not sent', async (_what, channel, write) => {
    const response = await missed(channel, write);
    expect(response).toMatchObject({ ok: true, refetch: true });
    expect(JSON.stringify(response)).not.toContain(secret);
  });

  it('is refetched if it contains an event of a calendar that changed later', async () => {
    const event_id = await newSeries();
    const response = await missed('space', async () => {
      await owner.call('update_event', { event_id, scope: 'this', title: secret });
      await owner.call('delete_event', { event_id, scope: 'all' });
    });
    expect(response).toMatchObject({ refetch: true });
  });

  it('is refetched if it contains who comes to an event whose rules changed later', async () => {
    const { id: event_id } = await newEvent(owner, space);
    const respond = () => member.call('set_rsvp', { event_id, rsvp: 'going' });
    expect(JSON.stringify(await missed('space', respond))).toContain(member.user.id);
    const response = await missed('space', async () => {
      await member.call('set_rsvp', { event_id, rsvp: 'maybe' });
      await owner.call('set_event_access', { event_id, match: 'all', rules: [{ kind: 'grant' }] });
    });
    expect(response).toMatchObject({ refetch: true });
  });

  it('has a post that was moved to a category without rules later', async () => {
    const { id: post_id, title, body, revision } = await newPost(owner, space);
    const category_id = await newCategory(server, owner, space, 'Elsewhere');
    onTestFinished(async () => {
      const category = server.db.updateTable('space_categories').set({ is_archived: true });
      await category.where('id', '=', category_id).execute();
    });
    const response = await missed('space', async () => {
      await owner.call('pin_post', { post_id });
      await owner.call('update_post', { post_id, revision, title, body, category_id, upload_ids: [] });
    });
    expect(response).toMatchObject({ missed: [{ type: 'post.moved' }, { type: 'post.changed' }, {}] });
  });

  it.each<[string, keyof typeof channels, () => Promise<unknown>]>([
    [
      'a post',
      'space',
      async () => {
        const { id } = await newPost(owner, space, { title: secret });
        await editTitle(id, 'Better');
      },
    ],
    [
      'a comment',
      'post',
      async () => {
        const { id: comment_id } = await newComment(member, postId, `<p>${secret}</p>`);
        await member.call('update_comment', { comment_id, body: '<p>Better</p>' });
      },
    ],
    [
      'an event',
      'space',
      async () => {
        const { id: event_id } = await newEvent(owner, space, { title: secret });
        await owner.call('update_event', { event_id, scope: 'this', title: 'Better' });
      },
    ],
  ])('is refetched, so that the text of %s before an edit is not sent', async (_what, channel, write) => {
    const response = await missed(channel, write);
    expect(response).toMatchObject({ ok: true, refetch: true });
  });

  it('has only the last of several edits', async () => {
    const { id: post_id } = await newPost(owner, space);
    const response = await missed('space', async () => {
      await editTitle(post_id, secret);
      await editTitle(post_id, 'Better');
    });
    expect(response).toMatchObject({
      missed: [
        { type: 'post.changed', payload: { post: { title: 'Better' } } },
        { type: 'space.member_count_changed' },
      ],
    });
  });

  it('has only the last totals of a post, and those that the viewer has caused', async () => {
    const { id: post_id } = await newPost(owner, space);
    const response = await missed('space', async () => {
      for (const person of [member, owner, other]) await person.call('like_post', { post_id });
      for (const person of [member, other]) await newComment(person, post_id);
    });
    const { missed: events = [] } = response as { missed?: LiveEvent[] };
    const totals = events.flatMap(({ type, payload }) =>
      type === 'post.stats_changed' ? [[payload.like_count, payload.comment_count]] : [],
    );
    expect(totals).toEqual([
      [2, 0],
      [3, 0],
      [3, 2],
    ]);
  });

  it('has a new post that was pinned later', async () => {
    const response = await missed('space', async () => {
      const { id: post_id } = await newPost(owner, space);
      await owner.call('pin_post', { post_id });
    });
    expect(response).toMatchObject({ missed: [{ type: 'post.created' }, { type: 'post.changed' }, {}] });
  });

  it('has only the last state of a notification', async () => {
    const { id: target } = await newPost(owner, space);
    const response = await missed('user', async () => {
      await newComment(member, target, `<p>${secret}</p>`);
      await newComment(member, target, '<p>Better</p>');
    });
    expect(JSON.stringify(response)).not.toContain(secret);
    expect(response).toMatchObject({
      missed: [{ type: 'notification.changed', payload: { notification: { content_preview: 'Better' } } }],
    });
  });

  it.each<[string, boolean, boolean, (notificationId: string, postId: string) => Promise<unknown>]>([
    ['one of its likes was taken back', true, false, async () => {}],
    [
      'it was read and marked as unread',
      false,
      true,
      async (id) => {
        await owner.call('mark_notifications_as_read', { notification_ids: [id] });
        await owner.call('mark_notifications_as_unread', { notification_ids: [id] });
      },
    ],
    [
      'everything was read and it was marked as unread',
      false,
      true,
      async (id) => {
        await owner.call('mark_all_notifications_as_read', {});
        await owner.call('mark_notifications_as_unread', { notification_ids: [id] });
      },
    ],
    [
      'it was snoozed and marked as unread',
      false,
      true,
      async (id) => {
        await owner.call('snooze_notification', { notification_id: id, duration: '1_hour' });
        await owner.call('mark_notifications_as_unread', { notification_ids: [id] });
      },
    ],
    [
      'it was marked as unread and another of its likes was taken back',
      false,
      true,
      async (id, post_id) => {
        await third.call('like_post', { post_id });
        await owner.call('mark_all_notifications_as_read', {});
        await owner.call('mark_notifications_as_unread', { notification_ids: [id] });
        await third.call('unlike_post', { post_id });
      },
    ],
  ])(
    'has a notification whose last change is not news; after %s, it is: %s, or kept unread: %s',
    async (_what, is_news, is_kept_unread, change) => {
      const { id: post_id } = await newPost(owner, space);
      const response = await missed('user', async () => {
        for (const person of [member, other]) await person.call('like_post', { post_id });
        const { notifications } = await owner.call('get_notifications_with_actors', {});
        await other.call('unlike_post', { post_id });
        await change(notifications.find(({ target_id }) => target_id === post_id)?.id ?? '', post_id);
      });
      const sent = (response as { missed: { type: string; payload: object }[] }).missed;
      const about = sent.filter(({ type }) => type === 'notification.changed');
      expect(about).toMatchObject([
        { payload: { is_news, is_kept_unread, notification: { target_id: post_id, read: false } } },
      ]);
    },
  );

  it.each<[string, (person: TestPerson) => Promise<unknown>]>([
    ['left', (person) => person.call('leave_space', { space_id: space.id })],
    ['was removed from', ({ user }) => owner.call('remove_member', { space_id: space.id, user_id: user.id })],
    ['was banned from', ({ user }) => owner.call('ban_member', { space_id: space.id, user_id: user.id })],
  ])('is refetched by someone who %s the space of a notification', async (_how, end) => {
    const person = await newMember(server, space);
    const { id: target } = await newPost(person, space);
    const { last_seq } = await getLiveState(server.db);
    await missed('space', async () => {
      await newComment(member, target, `<p>${secret}</p>`);
      await end(person);
    });
    const live = await listen(server.url, person);
    const response = await live.subscribe(`user:${person.user.id}`, last_seq);
    live.close();
    expect(response).toMatchObject({ ok: true, refetch: true });
  });

  it('is sent if something older was deleted', async () => {
    const { id: post_id } = await newPost(owner, space);
    const response = await missed('space', async () => {
      await owner.call('delete_post', { post_id });
      await newPost(owner, space, { title: 'Still there' });
    });
    const marker = 'space.member_count_changed';
    expect(response).toMatchObject({
      missed: [{ type: 'post.deleted' }, { type: 'post.created' }, { type: marker }],
    });
  });
});

it('Every live event about a deletion names what was deleted', () => {
  const deletions = Object.entries(liveEvents).filter(([type]) => /\.(deleted|removed)$/.test(type));
  const unnamed = deletions.filter(([type, schema]) => {
    const payload = Object.fromEntries(Object.keys((schema as z.ZodObject).shape).map((key) => [key, 'x']));
    return deletedId({ type, payload }) === null;
  });
  expect(deletions.length).toBeGreaterThan(3);
  // It has no text of the content, and is sent together with `post.deleted` or `comment.deleted`.
  expect(unnamed.map(([type]) => type)).toEqual(['content.removed']);
});
