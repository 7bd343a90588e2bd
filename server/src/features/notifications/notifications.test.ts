import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  declarationOf,
  type TypePreference,
  typePreferences,
  typesWhere,
} from '#contract/features/notifications/notification-types.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { listen } from '#testing/live.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sampleNotification, spaceTypes } from '#testing/samples/sample-notification.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { deleteExpired } from './notifications.queries.ts';
import { type NotificationInput, notify } from './notify.ts';

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

const mentionOf = (person: TestPerson, postId: string): Extract<NotificationInput, { type: 'mention' }> => ({
  type: 'mention',
  user_ids: [person.user.id],
  target: { kind: 'post', id: postId },
});

it('Unread notifications are counted by space, for the spaces that have any', async () => {
  const { owner, space, post, member } = await newThread();
  const other = await newThread();
  await member.call('public_join_space', { space_id: other.space.id });
  const spacesOf = async (person: TestPerson) => (await person.call('list_unread_spaces', {})).spaces;
  expect(await spacesOf(member)).toEqual([]);
  await send(space, owner, mentionOf(member, post.id));
  await send(other.space, other.owner, mentionOf(member, other.post.id));
  const bySpace = async () =>
    new Map((await spacesOf(member)).map((row) => [row.space_id, row.unread_count]));
  expect(await bySpace()).toEqual(
    new Map([
      [space.id, 1],
      [other.space.id, 1],
    ]),
  );
  const [latest] = await listOf(member, { only_space_id: space.id });
  await member.call('mark_notifications_as_read', { notification_ids: [latest?.id ?? ''] });
  expect(await bySpace()).toEqual(new Map([[other.space.id, 1]]));
  expect(await spacesOf(owner)).toEqual([]);
});

describe('The post of a notification', () => {
  const titlesOf = async (person: TestPerson) =>
    (await listOf(person)).map(({ type, post_title }) => [type, post_title]);

  it('is named by its current title, also for comments under it', async () => {
    const { owner, space, post, member } = await newThread();
    await newPost(owner, space, { title: 'Another post' });
    const comment = await newComment(member, post.id, '<p>Mine took nine hours.</p>');
    await member.call('like_post', { post_id: post.id });
    await owner.call('like_comment', { comment_id: comment.id });
    const expected = (title: string) => [
      ['post_like', title],
      ['comment_reply', title],
    ];
    expect(await titlesOf(owner)).toEqual(expected('Proofing in winter'));
    expect(await titlesOf(member)).toEqual([['post_like', 'Proofing in winter']]);
    const edit = { post_id: post.id, revision: 1, body: '<p>Text</p>', upload_ids: [] };
    await owner.call('update_post', { ...edit, title: 'Proofing in the cold' });
    expect(await titlesOf(owner)).toEqual(expected('Proofing in the cold'));
  });

  it('arrives with the live event', async () => {
    const { owner, post, member } = await newThread();
    const listener = await listen(server.url, owner);
    await listener.subscribe(`user:${owner.user.id}`);
    await member.call('like_post', { post_id: post.id });
    const { payload } = await listener.received('notification.changed');
    expect(payload.notification.post_title).toBe('Proofing in winter');
    listener.close();
  });

  it('is not named if the reader can no longer see it', async () => {
    const { owner, space, post, member } = await newThread();
    await send(space, owner, mentionOf(member, post.id));
    expect(await titlesOf(member)).toEqual([['mention', 'Proofing in winter']]);
    // By statement, because leaving and deleting also delete the notification.
    const membership = sql`space_id = ${space.id}::uuid and user_id = ${member.user.id}::uuid`;
    await sql`update space_members set status = 'inactive' where ${membership}`.execute(server.db);
    expect(await titlesOf(member)).toEqual([['mention', null]]);
    await sql`update space_members set status = 'active' where ${membership}`.execute(server.db);
    await sql`update posts set deleted_at = now() where id = ${post.id}::uuid`.execute(server.db);
    expect(await titlesOf(member)).toEqual([['mention', null]]);
  });

  it('is not named if it is in another space, or in a notification that outlives it', async () => {
    const { owner, space, post, member } = await newThread();
    const other = await newSpace(owner);
    await member.call('public_join_space', { space_id: other.id });
    await send(other, owner, mentionOf(member, post.id));
    await send(space, owner, {
      type: 'content_removed',
      user_ids: [member.user.id],
      target: { kind: 'comment', id: post.id, post_id: post.id },
    });
    expect(await titlesOf(member)).toEqual([
      ['content_removed', null],
      ['mention', null],
    ]);
  });
});

describe('Notification recipients', () => {
  it('notifies the author of a post of comments and likes by others', async () => {
    const { owner, space, post, member } = await newThread();
    const comment = await newComment(member, post.id, '<p>Mine took <b>nine</b> hours.</p>');
    await member.call('like_post', { post_id: post.id });
    const [like, reply] = await listOf(owner);
    expect(like).toMatchObject({
      type: 'post_like',
      target_type: 'post',
      content_preview: 'Proofing in winter',
      target_id: post.id,
      actor: { id: member.user.id, first_name: 'Mia' },
      actor_relationship: 'member',
      space: { id: space.id, subdomain: space.subdomain },
      read: false,
    });
    expect(reply).toMatchObject({
      type: 'comment_reply',
      params: { to: 'post' },
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
    expect(await listOf(owner)).toMatchObject([{ params: { to: 'comment' } }]);
    const theirs = await newComment(member, post.id);
    await newComment(owner, post.id, '<p>Back.</p>', theirs.id);
    await owner.call('like_comment', { comment_id: theirs.id });
    expect(await listOf(member)).toMatchObject([
      { type: 'post_like', target_type: 'comment', post_id: post.id },
      { type: 'comment_reply', params: { to: 'comment' }, actor_relationship: 'admin' },
    ]);
  });

  it('says that the actor is someone whom the recipient follows, unless they run the space', async () => {
    const { owner, space, post, member } = await newThread();
    const reader = await newMember(server, space);
    const follow = (person: TestPerson, { user }: TestPerson) =>
      person.call('follow_user', { user_id: user.id });
    await follow(owner, member);
    await follow(member, owner);
    // Of no meaning to the recipient: they are followed.
    await follow(reader, owner);
    const relationships = async (person: TestPerson) =>
      (await listOf(person)).map(({ actor_relationship }) => actor_relationship);
    await newComment(member, post.id);
    expect(await relationships(owner)).toEqual(['following']);
    await newComment(reader, post.id);
    expect(await relationships(owner)).toEqual(['member']);
    const theirs = await newComment(member, post.id);
    await newComment(owner, post.id, '<p>Back.</p>', theirs.id);
    expect(await relationships(member)).toEqual(['admin']);
  });

  it('does not notify people of their own actions, at no cost', async () => {
    const { owner, space, post } = await newThread();
    await newComment(owner, post.id);
    await owner.call('like_post', { post_id: post.id });
    expect(await listOf(owner)).toEqual([]);
    const statements = await recordQueries(() => send(space, owner, mentionOf(owner, post.id)));
    expect(statements.filter(({ text }) => text.includes('record_notifications'))).toEqual([]);
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

  it('merges changes of one event and keeps the latest params, unless one stays separate', async () => {
    const { space, member } = await newThread();
    const sample = sampleNotification('event_reminder', member.user.id);
    const about = (event: string) =>
      ({ ...sample, params: { ...sample.params, event } }) as NotificationInput;
    await send(space, null, { ...about('seat'), is_separate: true });
    await send(space, null, about('day'));
    await send(space, null, about('changed'));
    const [merged, ...others] = await listOf(member);
    expect(others).toMatchObject([{ params: { event: 'seat' }, batch_key: null }]);
    expect([merged]).toMatchObject([
      {
        params: { event: 'changed' },
        actor: null,
        actor_count: 0,
        actor_names: [],
        actor_relationship: null,
      },
    ]);
  });
});

/** Turns off every switch. */
const allOff = (preferences: object) =>
  Object.fromEntries(
    Object.entries(preferences).flatMap(([name, value]) =>
      typeof value === 'boolean' ? [[name, false]] : [],
    ),
  );

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
    await send(
      space,
      owner,
      mentionOf(member, post.id),
      sampleNotification('event_reminder', member.user.id),
    );
    expect(await listOf(member)).toMatchObject([{ type: 'mention' }]);
  });

  it('are declared once: each is a column of both tables, and no other column is one', async () => {
    const names = Object.keys(typePreferences).toSorted();
    const { rows } = await sql<{ table: string; names: string[] }>`
      select c.relname as table, array_agg(a.attname::text order by a.attname) as names
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relname in ('notification_preferences', 'space_notification_preferences')
        and a.atttypid = 'boolean'::regtype and a.attname !~ '_enabled$'
      group by c.relname`.execute(server.db);
    const ofSpaces = names.filter((name) => typePreferences[name as TypePreference].per_space);
    expect(Object.fromEntries(rows.map((row) => [row.table, row.names]))).toEqual({
      notification_preferences: names,
      space_notification_preferences: ofSpaces,
    });
  });

  it.each(
    spaceTypes.flatMap((type) => {
      const { preference } = declarationOf(type);
      return preference === null ? [] : [[type, preference] as const];
    }),
  )('%s notifications follow the preference %s', async (type, flag) => {
    const owner = await newPerson(server, 'Olive');
    const space = await newSpace(owner);
    const member = await newMember(server, space, 'Mia');
    if (flag && typePreferences[flag].moderators_only)
      await setRole(server, space.id, member.user.id, 'admin');
    const set = (change: object) =>
      member.call('update_space_notification_preferences', { space_id: space.id, ...change });
    const sendOne = () => send(space, owner, sampleNotification(type, member.user.id));
    const listed = async () => (await listOf(member)).filter((entry) => entry.type === type).length;
    const remove = async () => {
      for (const { id } of await listOf(member))
        await member.call('delete_notification', { notification_id: id });
    };
    await set({ [`${flag}`]: true });
    await sendOne();
    expect(await listed()).toBe(1);
    await remove();
    await set({ [`${flag}`]: false });
    await sendOne();
    expect(await listed()).toBe(0);
    // Push and email both off block every type; one of them alone does not.
    await set({ [`${flag}`]: true, push_enabled: false });
    await sendOne();
    expect(await listed()).toBe(1);
    await remove();
    await set({ email_enabled: false });
    await sendOne();
    expect(await listed()).toBe(0);
    // The other preferences change nothing.
    const { preferences } = await member.call('get_effective_notification_preferences', {
      space_id: space.id,
    });
    const off = allOff(preferences);
    await set({ ...off, [`${flag}`]: true, email_enabled: true });
    await sendOne();
    expect(await listed()).toBe(1);
  });

  it.each(typesWhere(({ preference }) => preference === null))(
    '%s is turned off only by turning off both push and email',
    async (type) => {
      const { owner, space, member } = await newThread();
      const of = { space_id: space.id };
      const { preferences } = await member.call('get_effective_notification_preferences', of);
      const off = allOff(preferences);
      const about = sampleNotification(type, member.user.id);
      await member.call('update_space_notification_preferences', { ...of, ...off, push_enabled: true });
      await send(space, owner, about);
      expect(await listOf(member)).toMatchObject([{ type }]);
      await member.call('update_space_notification_preferences', { ...of, push_enabled: false });
      await send(space, owner, about);
      expect(await listOf(member)).toHaveLength(1);
    },
  );

  it.each(spaceTypes)('%s notifications have the default of their preference without any', async (type) => {
    const { owner, space, member } = await newThread();
    await send(space, owner, sampleNotification(type, member.user.id));
    const { preference } = declarationOf(type);
    const isOn = preference === null || typePreferences[preference].default;
    expect(await listOf(member)).toHaveLength(isOn ? 1 : 0);
  });

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
    const both = { likes: false, new_customers: false };
    await expect(change(member, both)).rejects.toMatchObject({ code: 'not_allowed' });
    expect(await read(member)).toMatchObject({ likes: true });
    expect((await change(member, { likes: false })).preferences).not.toHaveProperty('new_customers');
    expect((await change(owner, { new_customers: false })).preferences.new_customers).toBe(false);
    // On by default for a member who becomes an admin.
    await setRole(server, space.id, member.user.id, 'admin');
    expect(await read(member)).toMatchObject({ new_customers: true });
  });

  it('that do not exist are refused', async () => {
    const { space, member } = await newThread();
    const change = { space_id: space.id, weather: true };
    await expect(member.call('update_space_notification_preferences', change)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: expect.stringContaining('weather'),
    });
  });

  it('throws for an unknown type, whatever the preferences are', async () => {
    const { owner, space, post, member } = await newThread();
    const unknown = { ...mentionOf(member, post.id), type: 'weather' as 'mention' };
    const failing = () => expect(send(space, owner, unknown)).rejects.toThrow('unknown notification type');
    await failing();
    await server.db.insertInto('notification_preferences').values({ user_id: member.user.id }).execute();
    await failing();
    await member.call('update_space_notification_preferences', { space_id: space.id, likes: true });
    await failing();
  });

  it('throws for an unknown preference, whatever the preferences are', async () => {
    const { owner, space, member } = await newThread();
    const wanted = (preference: string) =>
      sql<{
        wanted: boolean;
      }>`select wants_notification(${member.user.id}::uuid, ${space.id}::uuid, ${preference}, true)
        as wanted`.execute(server.db);
    await member.call('update_space_notification_preferences', { space_id: space.id, likes: false });
    expect((await wanted('likes')).rows).toEqual([{ wanted: false }]);
    await expect(wanted('weather')).rejects.toThrow('unknown notification preference weather');
    const { id: elsewhere } = await newSpace(owner);
    await server.db.insertInto('notification_preferences').values({ user_id: member.user.id }).execute();
    const general = sql`select wants_notification(${member.user.id}::uuid, ${elsewhere}::uuid, 'weather', true)`;
    await expect(general.execute(server.db)).rejects.toThrow('unknown notification preference weather');
  });

  it.each(spaceTypes)('%s reaches people who are not members only if declared', async (type) => {
    const { owner, space } = await newThread();
    const visitor = await newPerson(server);
    await server.db
      .insertInto('notification_preferences')
      .values({ user_id: visitor.user.id, new_posts: true })
      .execute();
    await send(space, owner, sampleNotification(type, visitor.user.id));
    expect(await listOf(visitor)).toHaveLength(declarationOf(type).recipients === 'anyone' ? 1 : 0);
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

  it('has nothing of other people, and of other spaces only if they are asked for', async () => {
    const { owner, space, post, member } = await newThread();
    const { other, category_id } = await newNeighbors(server, owner, space);
    await member.call('public_join_space', { space_id: other.space.id });
    const there = await newPost(member, other.space);
    const here = await newPost(member, space, { category_id });
    for (const { id } of [there, here, post, other.post]) {
      await newComment(owner, id);
      await newComment(member, id);
      await other.admin.call('public_join_space', { space_id: space.id });
      await other.admin.call('like_post', { post_id: id });
    }
    const facts = async (person: TestPerson, where?: Parameters<typeof listOf>[1]) =>
      (await listOf(person, where)).map(({ type, post_id, target_id, space_id }) => [
        type,
        post_id ?? target_id,
        space_id,
      ]);
    const ofSpace = (of: { id: string; space_id: string }) => [
      ['post_like', of.id, of.space_id],
      ['comment_reply', of.id, of.space_id],
    ];
    expect(await facts(member)).toEqual([...ofSpace(here), ...ofSpace(there)]);
    expect(await facts(member, { only_space_id: space.id })).toEqual(ofSpace(here));
    expect(await facts(member, { only_space_id: other.space.id })).toEqual(ofSpace(there));
    expect([await unreadOf(member), await unreadOf(member, space.id)]).toEqual([4, 3]);
    const others = await unreadOf(other.member);
    expect(others).toBeGreaterThan(0);
    await member.call('mark_all_notifications_as_read', {});
    expect([await unreadOf(member), await unreadOf(other.member)]).toEqual([0, others]);
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
    expect(payload).toEqual({
      notification: (await listOf(owner))[0],
      is_news: true,
      is_kept_unread: false,
      unread_count: 1,
    });
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
