import { describe, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import type { Space } from '#contract/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql, setRole } from '#testing/space-facts.ts';
import { deleteExpired } from './notifications.queries.ts';
import { batchKey, type NotificationInput, notify } from './notify.ts';

const server = sharedServer();

async function listOf(
  person: TestPerson,
  input: { only_space_id?: string; inside_space_id?: string } = {},
): Promise<Notification[]> {
  return (await person.call('get_notifications_with_actors', input)).notifications;
}
const unreadOf = async (person: TestPerson, inside_space_id?: string) =>
  (await person.call('get_unread_notification_count', { inside_space_id })).unread_count;

async function newThread() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  // Join notifications are turned off, so that they don't appear in these tests.
  await owner.call('update_space_notification_preferences', { space_id: space.id, space_joins: false });
  const post = await newPost(owner, space, { title: 'Proofing in winter' });
  const member = await newMember(server, space, 'Mia');
  return { owner, space, post, member };
}

/** Sends notifications through `notify` in a transaction of its own. */
const send = (space: Space, actor: TestPerson | null, ...notifications: NotificationInput[]) =>
  server.db
    .transaction()
    .execute((tx) => notify(tx, { space_id: space.id, actor_id: actor?.user.id ?? null, notifications }));

const mentionOf = (person: TestPerson, postId: string): NotificationInput => ({
  type: 'mention',
  user_ids: [person.user.id],
  title: 'mentioned you',
  target: { type: 'post', id: postId },
});

describe('Notification recipients', () => {
  it('notifies the author of a post of comments and likes by others', async () => {
    const { owner, space, post, member } = await newThread();
    const comment = await newComment(member, post.id, '<p>Mine took <b>nine</b> hours.</p>');
    await member.call('like_post', { post_id: post.id });
    const [like, reply] = await listOf(owner);
    expect(like).toMatchObject({
      type: 'post_like',
      title: 'liked your post',
      content_preview: 'Proofing in winter',
      target_id: post.id,
      actor: { id: member.user.id, first_name: 'Mia' },
      actor_relationship: 'member',
      space: { id: space.id, subdomain: space.subdomain },
      read: false,
    });
    expect(reply).toMatchObject({
      type: 'comment_reply',
      title: 'commented on your post',
      content_preview: 'Mine took nine hours.',
      target_id: comment.id,
      post_id: post.id,
    });
    expect(await listOf(member)).toEqual([]);
  });

  it('notifies the author of a comment of replies and likes, once if they also wrote the post', async () => {
    const { owner, post, member } = await newThread();
    const ownComment = await newComment(owner, post.id);
    await newComment(member, post.id, '<p>A reply.</p>', ownComment.id);
    expect(await listOf(owner)).toMatchObject([{ title: 'replied to your comment' }]);
    const theirs = await newComment(member, post.id);
    await newComment(owner, post.id, '<p>Back.</p>', theirs.id);
    await owner.call('like_comment', { comment_id: theirs.id });
    expect(await listOf(member)).toMatchObject([
      { type: 'post_like', title: 'liked your comment', target_type: 'comment', post_id: post.id },
      { type: 'comment_reply', title: 'replied to your comment', actor_relationship: 'admin' },
    ]);
  });

  it('does not notify people of their ownComment actions', async () => {
    const { owner, post } = await newThread();
    await newComment(owner, post.id);
    await owner.call('like_post', { post_id: post.id });
    expect(await listOf(owner)).toEqual([]);
  });

  it('notifies only active members and clears the list of those who leave or are banned', async () => {
    const { owner, space, member } = await newThread();
    const stranger = await newPerson(server);
    const post = await newPost(member, space);
    await send(space, owner, mentionOf(stranger, post.id), mentionOf(member, post.id));
    expect(await listOf(stranger)).toEqual([]);
    expect(await unreadOf(member)).toBe(1);
    await owner.call('ban_member', { space_id: space.id, user_id: member.user.id });
    expect(await listOf(member)).toEqual([]);
    expect(await unreadOf(member)).toBe(0);
    await newComment(owner, post.id);
    expect(await listOf(member)).toEqual([]);

    const leaver = await newMember(server, space);
    await send(space, owner, mentionOf(leaver, post.id));
    await leaver.call('leave_space', { space_id: space.id });
    expect(await listOf(leaver)).toEqual([]);
    expect(await unreadOf(leaver)).toBe(0);
  });

  it('writes nothing when the transaction rolls back', async () => {
    const { owner, space, post, member } = await newThread();
    const failed = server.db.transaction().execute(async (tx) => {
      const notifications = [mentionOf(member, post.id)];
      await notify(tx, { space_id: space.id, actor_id: owner.user.id, notifications });
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await listOf(member)).toEqual([]);
    expect(await unreadOf(member)).toBe(0);
  });
});

describe('Merged notifications', () => {
  it('merges likes of one post and counts each person once', async () => {
    const { owner, space, post, member } = await newThread();
    const others = [await newMember(server, space, 'Ben'), await newMember(server, space, 'Cleo')];
    await member.call('like_post', { post_id: post.id });
    for (const other of others) await other.call('like_post', { post_id: post.id });
    const [merged, ...more] = await listOf(owner);
    expect(more).toEqual([]);
    expect(merged).toMatchObject({
      actor_count: 3,
      actor_id: member.user.id,
      last_actor_id: others[1]?.user.id,
      actor_names: ['Cleo Tester', 'Ben Tester', 'Mia Tester'],
    });
    expect(await unreadOf(owner)).toBe(1);
    await owner.call('mark_all_notifications_as_read');
    await member.call('unlike_post', { post_id: post.id });
    await member.call('like_post', { post_id: post.id });
    // Liking again does not notify again, so it cannot be used to pester someone.
    expect(await listOf(owner)).toMatchObject([{ actor_count: 3, read: true }]);
  });

  it('merges comments on one post and marks a read notification unread again, counting it once', async () => {
    const { owner, space, post, member } = await newThread();
    await newComment(member, post.id, '<p>One.</p>');
    await owner.call('mark_all_notifications_as_read');
    const other = await newMember(server, space, 'Ben');
    await newComment(other, post.id, '<p>Two.</p>');
    await newComment(other, post.id, '<p>Three.</p>');
    expect(await listOf(owner)).toMatchObject([{ actor_count: 2, content_preview: 'Three.', read: false }]);
    expect(await unreadOf(owner)).toBe(1);
  });

  it('does not merge mentions', async () => {
    const { owner, space, post, member } = await newThread();
    await send(space, owner, mentionOf(member, post.id));
    await send(space, owner, mentionOf(member, post.id));
    expect(await listOf(member)).toHaveLength(2);
  });

  it('merges concurrent likes into one notification with the right count', async () => {
    const { owner, space, post } = await newThread();
    const people = await Promise.all(Array.from({ length: 8 }, () => newMember(server, space)));
    await Promise.all(people.map((person) => person.call('like_post', { post_id: post.id })));
    expect(await listOf(owner)).toMatchObject([{ actor_count: 8 }]);
    expect(await unreadOf(owner)).toBe(1);
  });

  it('does not deadlock when two people reply to each other at the same time', async () => {
    const { owner, space, post, member } = await newThread();
    const theirs = await newPost(member, space);
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        await Promise.all([newComment(member, post.id), newComment(owner, theirs.id)]);
      }),
    );
    expect(await unreadOf(owner)).toBe(1);
    expect(await unreadOf(member)).toBe(1);
  });

  it('merges changes of one event and keeps the latest title', async () => {
    const { space, member } = await newThread();
    const id = newId();
    const about = (title: string): NotificationInput => ({
      type: 'event_reminder',
      user_ids: [member.user.id],
      title,
      target: { type: 'event', id },
      batch_key: batchKey.event(id),
    });
    await send(space, null, about('Starts tomorrow'));
    await send(space, null, about('Was moved'));
    expect(await listOf(member)).toMatchObject([
      { title: 'Was moved', actor: null, actor_count: 0, actor_names: [], actor_relationship: null },
    ]);
  });
});

describe('Notification preferences', () => {
  it("uses the space's preferences, otherwise the general ones, otherwise the defaults", async () => {
    const { owner, space, post, member } = await newThread();
    const { preferences } = await member.call('get_effective_notification_preferences', {
      space_id: space.id,
    });
    expect(preferences).toMatchObject({ likes: true, new_posts: false, event_reminders: true });
    await server.db
      .insertInto('notification_preferences')
      .values({ user_id: member.user.id, mentions: false })
      .execute();
    await send(space, owner, mentionOf(member, post.id));
    expect(await listOf(member)).toEqual([]);
    const changed = await member.call('update_space_notification_preferences', {
      space_id: space.id,
      event_reminders: false,
    });
    expect(changed.preferences).toMatchObject({ mentions: false, event_reminders: false, likes: true });
    await member.call('update_space_notification_preferences', { space_id: space.id, mentions: true });
    await send(space, owner, mentionOf(member, post.id), {
      ...mentionOf(member, post.id),
      type: 'event_reminder',
    });
    expect(await listOf(member)).toMatchObject([{ type: 'mention' }]);
  });

  it.each([
    ['post_like', 'likes'],
    ['comment_reply', 'comments'],
    ['mention', 'mentions'],
    ['space_join', 'space_joins'],
    ['new_post', 'new_posts'],
    ['new_customer', 'new_customers'],
    ['admin_announcement', 'admin_announcements'],
    ['event_reminder', 'event_reminders'],
  ] as const)('%s notifications follow the preference %s', async (type, flag) => {
    const owner = await newPerson(server, 'Olive');
    const space = await newSpace(owner);
    const member = await newMember(server, space, 'Mia');
    // A post without a job that notifies members of it.
    const post = { id: await newPostBySql(server, space.id, owner.user.id) };
    if (flag === 'new_customers') await setRole(server, space.id, member.user.id, 'admin');
    const set = (change: object) =>
      member.call('update_space_notification_preferences', { space_id: space.id, ...change });
    await set({ [flag]: true });
    await send(space, owner, { ...mentionOf(member, post.id), type });
    expect(await listOf(member)).toHaveLength(1);
    await set({ [flag]: false });
    await send(space, owner, { ...mentionOf(member, post.id), type });
    expect(await listOf(member)).toHaveLength(1);
    // Push and email both off block every type; one of them alone does not.
    await set({ [flag]: true, push_enabled: false });
    await send(space, owner, { ...mentionOf(member, post.id), type });
    expect(await listOf(member)).toHaveLength(2);
    await set({ email_enabled: false });
    await send(space, owner, { ...mentionOf(member, post.id), type });
    expect(await listOf(member)).toHaveLength(2);
  });

  it.each(['membership', 'moderation'] as const)(
    '%s is turned off only by turning off both push and email',
    async (type) => {
      const { owner, space, post, member } = await newThread();
      const of = { space_id: space.id };
      const { preferences } = await member.call('get_effective_notification_preferences', of);
      const off = Object.fromEntries(Object.keys(preferences).map((key) => [key, false]));
      const about = { ...mentionOf(member, post.id), type };
      await member.call('update_space_notification_preferences', { ...of, ...off, push_enabled: true });
      await send(space, owner, about);
      expect(await listOf(member)).toMatchObject([{ type }]);
      await member.call('update_space_notification_preferences', { ...of, push_enabled: false });
      await send(space, owner, about);
      expect(await listOf(member)).toHaveLength(1);
    },
  );

  it('about new customers are for the owner and admins', async () => {
    const { owner, space, member } = await newThread();
    const of = { space_id: space.id };
    const read = async (person: TestPerson) =>
      (await person.call('get_effective_notification_preferences', of)).preferences;
    expect(await read(owner)).toMatchObject({ new_customers: true });
    expect(await read(member)).not.toHaveProperty('new_customers');
    const change = (person: TestPerson, changes: object) =>
      person.call('update_space_notification_preferences', { ...of, ...changes });
    await expect(change(member, { new_customers: false })).rejects.toMatchObject({ code: 'not_allowed' });
    expect((await change(member, { likes: false })).preferences).not.toHaveProperty('new_customers');
    expect((await change(owner, { new_customers: false })).preferences.new_customers).toBe(false);
    // On by default for a member who becomes an admin.
    await setRole(server, space.id, member.user.id, 'admin');
    expect(await read(member)).toMatchObject({ new_customers: true });
  });

  it('that do not exist are refused', async () => {
    const { space, member } = await newThread();
    const change = { space_id: space.id, digest_email_frequency: 'daily' };
    await expect(member.call('update_space_notification_preferences', change)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: expect.stringContaining('digest_email_frequency'),
    });
  });

  it('throws for an unknown type, whatever the preferences are', async () => {
    const { owner, space, post, member } = await newThread();
    const unknown = { ...mentionOf(member, post.id), type: 'weather' as NotificationInput['type'] };
    const failing = () => expect(send(space, owner, unknown)).rejects.toThrow('unknown notification type');
    await failing();
    await server.db.insertInto('notification_preferences').values({ user_id: member.user.id }).execute();
    await failing();
    await member.call('update_space_notification_preferences', { space_id: space.id, likes: true });
    await failing();
  });

  it('delivers only the membership type to people who are not members', async () => {
    const { owner, space, post } = await newThread();
    const stranger = await newPerson(server);
    await send(space, owner, mentionOf(stranger, post.id), {
      ...mentionOf(stranger, post.id),
      type: 'moderation',
    });
    expect(await listOf(stranger)).toEqual([]);
    const about = { ...mentionOf(stranger, post.id), type: 'membership' as const };
    await send(space, null, { ...about, params: { outcome: 'declined' } });
    expect(await listOf(stranger)).toMatchObject([{ type: 'membership', params: { outcome: 'declined' } }]);
  });
});

describe('Notification list', () => {
  it('returns 25 a page, latest first, without gaps or repeats', async () => {
    const { owner, space, post, member } = await newThread();
    for (let n = 0; n < 30; n += 1) await send(space, owner, mentionOf(member, post.id));
    const first = await member.call('get_notifications_with_actors', {});
    expect(first.notifications).toHaveLength(25);
    const rest = await member.call('get_notifications_with_actors', { cursor: first.next_cursor ?? '' });
    expect(rest.next_cursor).toBeNull();
    const ids = [...first.notifications, ...rest.notifications].map((entry) => entry.id);
    expect(new Set(ids).size).toBe(30);
    expect(ids).toEqual(ids.toSorted().reverse());
    await expect(member.call('get_notifications_with_actors', { cursor: 'no-cursor' })).rejects.toMatchObject(
      {
        code: 'invalid_cursor',
      },
    );
  });

  it('leaves out the notifications of the current space except mentions and replies, in list and count', async () => {
    const { owner, space, post, member } = await newThread();
    const elsewhere = await newSpace(member);
    await owner.call('public_join_space', { space_id: elsewhere.id });
    const there = await newPost(owner, elsewhere);
    await member.call('like_post', { post_id: post.id });
    await newComment(member, post.id);
    await member.call('like_post', { post_id: there.id });
    expect(await listOf(owner)).toHaveLength(3);
    const inside = await listOf(owner, { inside_space_id: space.id });
    expect(inside.map((entry) => [entry.type, entry.space_id])).toEqual([
      ['post_like', elsewhere.id],
      ['comment_reply', space.id],
    ]);
    expect(await unreadOf(owner, space.id)).toBe(2);
    expect(await unreadOf(owner)).toBe(3);
    expect(await listOf(owner, { only_space_id: space.id })).toHaveLength(2);
  });

  it('can be marked read one by one or all at once, repeatedly, and only by its owner', async () => {
    const { owner, post, member } = await newThread();
    await newComment(member, post.id);
    await member.call('like_post', { post_id: post.id });
    const [like, reply] = await listOf(owner);
    if (!like || !reply) throw new Error('expected two notifications');
    const all = [like.id, reply.id];
    await member.call('mark_notifications_as_read', { notification_ids: all });
    await member.call('mark_all_notifications_as_read');
    await member.call('delete_notification', { notification_id: like.id });
    expect(await unreadOf(owner)).toBe(2);

    const once = await owner.call('mark_notifications_as_read', {
      notification_ids: [like.id],
      clicked: true,
    });
    const twice = await owner.call('mark_notifications_as_read', {
      notification_ids: [like.id],
      clicked: true,
    });
    expect(twice).toEqual(once);
    expect(once.unread_count).toBe(1);
    expect(await listOf(owner)).toMatchObject([
      { id: like.id, read: true, clicked: true },
      { id: reply.id, read: false, clicked: false },
    ]);
    const done = await owner.call('mark_all_notifications_as_read');
    expect(await owner.call('mark_all_notifications_as_read')).toEqual(done);
    expect(done.unread_count).toBe(0);
    await owner.call('delete_notification', { notification_id: like.id });
    await owner.call('delete_notification', { notification_id: like.id });
    expect(await listOf(owner)).toMatchObject([{ id: reply.id }]);
  });

  it('keeps no text of deleted posts and comments', async () => {
    const { owner, space, post, member } = await newThread();
    const other = await newMember(server, space, 'Ben');
    const lone = await newPost(owner, space);
    const first = await newComment(member, post.id, '<p>Kind.</p>');
    const second = await newComment(other, post.id, '<p>Unkind.</p>');
    const third = await newComment(other, lone.id, '<p>Unkind, too.</p>');
    await other.call('like_post', { post_id: post.id });
    await owner.call('delete_comment', { comment_id: third.id });
    await owner.call('delete_comment', { comment_id: second.id });
    expect(await listOf(owner)).toMatchObject([
      { type: 'post_like' },
      { type: 'comment_reply', actor_count: 2, content_preview: '', post_id: first.post_id },
    ]);
    expect(await unreadOf(owner)).toBe(2);
    await owner.call('delete_post', { post_id: post.id });
    expect(await listOf(owner)).toEqual([]);
    expect(await unreadOf(owner)).toBe(0);
  });

  it('drops expired notifications', async () => {
    const { owner, space, post, member } = await newThread();
    const notification = mentionOf(member, post.id);
    await send(
      space,
      owner,
      { ...notification, expires_at: '2020-01-01T00:00:00.000Z' },
      { ...notification },
    );
    await send(space, owner, notification);
    await deleteExpired(server.db, new Date().toISOString());
    expect(await listOf(member)).toHaveLength(1);
    expect(await unreadOf(member)).toBe(1);
  });
});

describe('Live notifications', () => {
  it('reach only their recipient, with the notification and the unread count', async () => {
    const { owner, space, post, member } = await newThread();
    const listener = await listen(server.url, owner);
    const stranger = await listen(server.url, member);
    await listener.subscribe(`user:${owner.user.id}`);
    await setRole(server, space.id, member.user.id, 'admin');
    expect(await stranger.subscribe(`user:${owner.user.id}`)).toMatchObject({ ok: false });
    await newComment(member, post.id);
    const { payload } = await listener.received('notification.changed');
    expect(payload).toEqual({ notification: (await listOf(owner))[0], unread_count: 1 });
    await owner.call('mark_all_notifications_as_read');
    expect((await listener.received('notification.read')).payload).toMatchObject({
      notification_ids: null,
      unread_count: 0,
    });
    await owner.call('delete_notification', { notification_id: payload.notification.id });
    await listener.received('notification.removed');
    listener.close();
    stranger.close();
  });
});
