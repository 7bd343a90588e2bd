import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import type { NotificationPreferences } from '#contract/features/notifications/preferences.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import type { Logger } from '#server/platform/log.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { newTree } from '#testing/samples/course-access.ts';
import { newPage } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { notifyFollowers } from './notify-followers.job.ts';

const server = sharedServer();
const notifyAll = () => notifyFollowers(server.running.platform);

const setPreferences = (person: TestPerson, space: Space, change: Partial<NotificationPreferences>) =>
  person.call('update_space_notification_preferences', { space_id: space.id, ...change });

async function notified(person: TestPerson): Promise<Notification[]> {
  const { notifications } = await person.call('get_notifications_with_actors', {});
  const types = ['new_post', 'admin_announcement', 'content_removed'];
  return notifications.filter(({ type }) => types.includes(type));
}

async function newCommunity() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const [mia, ben] = [await newMember(server, space, 'Mia'), await newMember(server, space, 'Ben')];
  return { owner, space, mia, ben };
}

async function announce(author: TestPerson, space: Space, title = 'The oven is moving', body?: string) {
  const { post } = await author.call('create_post', {
    space_id: space.id,
    client_id: newId(),
    title,
    body: body ?? '<p>On Monday.</p>',
    post_type: 'announcement',
  });
  return post;
}

describe('Announcement', () => {
  it('notifies all active members except its author, every time', async () => {
    const { owner, space, mia, ben } = await newCommunity();
    await setRole(server, space.id, mia.user.id, 'admin');
    const post = await announce(mia, space);
    await notifyAll();
    for (const person of [owner, ben]) {
      expect(await notified(person)).toMatchObject([
        {
          type: 'admin_announcement',
          content_preview: 'The oven is moving',
          target_type: 'post',
          target_id: post.id,
          actor: { id: mia.user.id },
          actor_relationship: 'admin',
        },
      ]);
    }
    expect(await notified(mia)).toEqual([]);
    await announce(mia, space, 'The oven has moved');
    await notifyAll();
    expect(await notified(ben)).toHaveLength(2);
  });

  it('does not notify former members, non-members or members who turned announcements off', async () => {
    const { owner, space, mia, ben } = await newCommunity();
    const stranger = await newPerson(server);
    await setPreferences(ben, space, { admin_announcements: false });
    await announce(owner, space);
    await mia.call('leave_space', { space_id: space.id });
    await notifyAll();
    for (const person of [mia, ben, stranger]) expect(await notified(person)).toEqual([]);
  });

  it('sends mentioned members a mention only', async () => {
    const { owner, space, mia, ben } = await newCommunity();
    await announce(owner, space, 'Thanks', `<p><span data-mention="${mia.user.id}">@mia</span></p>`);
    await notifyAll();
    expect(await notified(mia)).toEqual([]);
    expect(await notified(ben)).toHaveLength(1);
    const { notifications } = await mia.call('get_notifications_with_actors', {});
    expect(notifications).toMatchObject([{ type: 'mention' }]);
  });

  it('reaches every member once across batches, and its notifications go when it is deleted', async () => {
    const { owner, space } = await newCommunity();
    const many = await newPeopleBySql(server, 230);
    const at = new Date().toISOString();
    await server.db
      .insertInto('space_members')
      .values(many.map(({ user }) => ({ id: user.id, space_id: space.id, user_id: user.id, joined_at: at })))
      .execute();
    const post = await announce(owner, space);
    await Promise.all([notifyAll(), notifyAll()]);
    await notifyAll();
    const entries = () =>
      server.db
        .selectFrom('notifications')
        .select(['user_id', 'version'])
        .where('target_id', '=', post.id)
        .where('type', '=', 'admin_announcement')
        .execute();
    const rows = await entries();
    expect(rows).toHaveLength(232);
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(232);
    // A duplicate notification would have raised the version a second time.
    const unread = await server.db
      .selectFrom('notification_counts')
      .select('user_id')
      .where(
        'user_id',
        'in',
        many.map(({ user }) => user.id),
      )
      .where((eb) => eb.or([eb('version', '>', 1), eb('unread_count', '!=', 1)]))
      .execute();
    expect(unread).toEqual([]);
    await owner.call('delete_post', { post_id: post.id });
    await notifyAll();
    expect(await entries()).toEqual([]);
    expect(await server.db.selectFrom('post_fanouts').selectAll().execute()).toEqual([]);
  });

  it('that fails is tried again by the next run, and holds up no other', async () => {
    const [failing, other] = [await newCommunity(), await newCommunity()];
    const errors = vi.fn();
    const log = { ...server.running.platform.log, error: errors } as unknown as Logger;
    await sql`create function refuse_fan_out() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`.execute(server.db);
    await sql`create trigger refuse_fan_out before insert on notifications for each row
      when (new.space_id = ${sql.lit(failing.space.id)}) execute function refuse_fan_out()`.execute(
      server.db,
    );
    try {
      await announce(failing.owner, failing.space);
      await announce(other.owner, other.space);
      await notifyFollowers({ db: server.db, log });
      expect([(await notified(failing.mia)).length, (await notified(other.mia)).length]).toEqual([0, 1]);
      expect(errors).toHaveBeenCalledOnce();
    } finally {
      await sql`drop function refuse_fan_out cascade`.execute(server.db);
    }
    await notifyAll();
    expect(await notified(failing.mia)).toHaveLength(1);
  });

  it('notifies no one if deleted before the job runs', async () => {
    const { owner, space, mia } = await newCommunity();
    const post = await announce(owner, space);
    await owner.call('delete_post', { post_id: post.id });
    await notifyAll();
    expect(await notified(mia)).toEqual([]);
  });

  it('disappears from the lists when an admin removes it, but its author keeps the removal notification', async () => {
    const { owner, space, mia, ben } = await newCommunity();
    await setRole(server, space.id, mia.user.id, 'admin');
    const post = await announce(mia, space);
    await notifyAll();
    await owner.call('delete_post', { post_id: post.id });
    await notifyAll();
    expect(await notified(ben)).toEqual([]);
    expect(await notified(mia)).toMatchObject([{ type: 'content_removed', target_type: 'post' }]);
  });
});

describe('New post', () => {
  it('notifies members who turned on new posts, but not its author', async () => {
    const { owner, space, mia, ben } = await newCommunity();
    for (const person of [owner, mia]) await setPreferences(person, space, { new_posts: true });
    const post = await newPost(mia, space, { title: 'Rye' });
    await notifyAll();
    expect(await notified(owner)).toMatchObject([
      {
        type: 'new_post',
        params: { several: false },
        content_preview: 'Rye',
        target_id: post.id,
        actor: { id: mia.user.id },
      },
    ]);
    for (const person of [mia, ben]) expect(await notified(person)).toEqual([]);
    await setPreferences(owner, space, { new_posts: false });
    await newPost(ben, space);
    await notifyAll();
    expect(await notified(owner)).toHaveLength(1);
  });

  it('follows the global preference when the space has none', async () => {
    const { space, mia, ben } = await newCommunity();
    await server.db
      .insertInto('notification_preferences')
      .values({ user_id: ben.user.id, new_posts: true })
      .execute();
    await newPost(mia, space);
    await notifyAll();
    expect(await notified(ben)).toHaveLength(1);
  });

  it('merges with posts of the same author and day, not with those of other authors', async () => {
    const { owner, space, mia, ben } = await newCommunity();
    await setPreferences(owner, space, { new_posts: true });
    await newPost(mia, space, { title: 'First' });
    await notifyAll();
    await owner.call('mark_all_notifications_as_read');
    const second = await newPost(mia, space, { title: 'Second' });
    await newPost(ben, space, { title: 'By Ben' });
    await notifyAll();
    await notifyAll();
    expect(await notified(owner)).toMatchObject([
      { content_preview: 'By Ben', actor_count: 1 },
      {
        params: { several: true },
        content_preview: 'Second',
        target_id: second.id,
        actor_count: 1,
        read: false,
      },
    ]);
    expect(await notified(owner)).toHaveLength(2);
  });

  it('leaves the other posts of its day in the notification when deleted, and deletes the notification with the last one', async () => {
    const { owner, space, mia } = await newCommunity();
    await setPreferences(owner, space, { new_posts: true });
    const first = await newPost(mia, space, { title: 'First' });
    const second = await newPost(mia, space, { title: 'Second' });
    await notifyAll();
    await mia.call('delete_post', { post_id: second.id });
    expect(await notified(owner)).toMatchObject([
      { params: { several: false }, content_preview: 'First', target_id: first.id },
    ]);
    await mia.call('delete_post', { post_id: first.id });
    expect(await notified(owner)).toEqual([]);
    const { unread_count } = await owner.call('get_unread_notification_count', { inside_space_id: space.id });
    expect(unread_count).toBe(0);
  });
});

it('A page of a course is no other post of its author, so that its title is sent to nobody', async () => {
  const { owner, space, mia } = await newCommunity();
  await setPreferences(mia, space, { new_posts: true });
  const { course } = await newTree(owner, space);
  await newPage(owner, course, { title: 'Secret Draft', is_published: false });
  const post = await newPost(owner, space, { title: 'Hello' });
  await notifyAll();
  expect(await notified(mia)).toMatchObject([{ target_id: post.id, params: { several: false } }]);
  await owner.call('delete_post', { post_id: post.id });
  await vi.waitFor(async () => {
    await notifyAll();
    expect(await notified(mia)).toEqual([]);
  });
});
