import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';
import { retractNotification } from './retract-notification.ts';

// Jobs are off because this file watches which statements wait.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let [ann, ben]: TestPerson[] = [];
let space: Space;
let post: PostDetail;

beforeEach(async () => {
  owner = await newPerson(server, 'Olive');
  space = await newSpace(owner);
  await owner.call('update_space_notification_preferences', { space_id: space.id, space_joins: false });
  post = await newPost(owner, space);
  [ann, ben] = [await newMember(server, space, 'Ann'), await newMember(server, space, 'Ben')];
});

const like = (person: TestPerson | undefined, post_id = post.id) => person?.call('like_post', { post_id });
const unlike = (person: TestPerson | undefined) => person?.call('unlike_post', { post_id: post.id });
const list = async () => (await owner.call('get_notifications_with_actors', {})).notifications;
const versionOf = async () => {
  const query = server.db.selectFrom('notification_counts').select(['version', 'unread_count']);
  return await query.where('user_id', '=', owner.user.id).executeTakeFirstOrThrow();
};
const events = async () => ({
  changed: await publishedEvents(server, `user:${owner.user.id}`, 'notification.changed'),
  removed: await publishedEvents(server, `user:${owner.user.id}`, 'notification.removed'),
});

it('An actor who takes an action back leaves the notification, which keeps the others', async () => {
  const other = await newPost(owner, space, { title: 'Another' });
  await owner.call('follow_user', { user_id: ben?.user.id ?? '' });
  await like(ann, other.id);
  for (const person of [ann, ben]) await like(person);
  await unlike(ann);
  const [first, second] = await list();
  expect(first).toMatchObject({
    target_id: post.id,
    actor_count: 1,
    actor_id: ben?.user.id,
    last_actor_id: ben?.user.id,
    actor_names: ['Ben Tester'],
    actor_relationship: 'following',
    read: false,
  });
  expect(second).toMatchObject({ target_id: other.id, actor_count: 1, actor_id: ann?.user.id });
  const { changed, removed } = await events();
  expect(changed.at(-1)).toMatchObject({
    notification: { id: first?.id, actor_count: 1, version: (await versionOf()).version },
    is_kept_unread: false,
    unread_count: 2,
  });
  expect(removed).toEqual([]);
});

it('A notification whose last actor takes the action back is deleted', async () => {
  await like(ann);
  const [notification] = await list();
  await unlike(ann);
  expect(await list()).toEqual([]);
  const { version, unread_count } = await versionOf();
  expect((await events()).removed).toEqual([{ notification_id: notification?.id, unread_count: 0, version }]);
  expect(unread_count).toBe(0);
});

it('A notification that was read stays as it is, and nothing is published', async () => {
  for (const person of [ann, ben]) await like(person);
  await owner.call('mark_all_notifications_as_read');
  const before = [await list(), await versionOf(), await events()];
  await unlike(ann);
  expect([await list(), await versionOf(), await events()]).toEqual(before);
});

it('A notification that is read while its list is locked stays, too', async () => {
  for (const person of [ann, ben]) await like(person);
  let taken: Promise<unknown> | undefined;
  await server.db.transaction().execute(async (tx) => {
    await sql`select lock_notifications(${owner.user.id}::uuid)`.execute(tx);
    await tx.updateTable('notifications').set({ read: true }).where('user_id', '=', owner.user.id).execute();
    taken = unlike(ann);
    await untilWaiting(server.db, '%lock_notifications%');
  });
  await taken;
  expect(await list()).toMatchObject([{ actor_count: 2, read: true }]);
  expect((await events()).removed).toEqual([]);
});

it('Notifications that are not merged cannot be taken back', async () => {
  const of = {
    type: 'mention',
    space_id: space.id,
    user_id: owner.user.id,
    actor_id: ann?.user.id ?? '',
  } as const;
  const retracted = server.db
    .transaction()
    .execute((tx) => retractNotification(tx, { ...of, target: { id: post.id } }));
  await expect(retracted).rejects.toThrow("Notifications of type mention can't be retracted");
});
