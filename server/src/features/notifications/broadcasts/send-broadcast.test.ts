import { expect, it } from 'vitest';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { broadcastTo } from '#testing/samples/broadcasts.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });

const listOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications.map(({ id }) => id);
const unread = async (person: TestPerson) =>
  (await person.call('get_unread_notification_count', {})).unread_count;

it('A broadcast is in the lists, and counts, of those members who want it and have muted neither its space nor its post', async () => {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const of = { space_id: space.id };
  const join = () => newMember(server, space, 'Mia');
  const post = await newPost(await join(), space);
  const none = { push_enabled: false, email_enabled: false };
  const changes: [(person: TestPerson) => Promise<unknown>, boolean][] = [
    [async () => {}, true],
    [(one) => one.call('mute_space', { ...of, duration: '1_hour' }), false],
    [(one) => one.call('mute_post', { post_id: post.id, duration: '1_hour' }), false],
    [
      (one) => one.call('update_space_notification_preferences', { ...of, admin_announcements: false }),
      false,
    ],
    [(one) => one.call('update_notification_preferences', { admin_announcements: false }), false],
    [(one) => one.call('update_notification_preferences', none), false],
    [(one) => one.call('update_notification_preferences', { push_enabled: false }), true],
    [(one) => one.call('leave_space', of), false],
  ];
  const people = await Promise.all(
    changes.map(async ([change]) => {
      const person = await join();
      await change(person);
      return person;
    }),
  );
  const back = await join();
  await back.call('update_notification_preferences', { admin_announcements: false });
  await back.call('update_space_notification_preferences', { ...of, admin_announcements: true });
  await back.call('mute_space', { ...of, duration: '1_hour' });
  await back.call('unmute_space', of);
  const stranger = await newPerson(server);
  const all = [...people, back, stranger, owner];
  const before = await Promise.all(all.map(unread));
  const id = await broadcastTo(server, all, owner, { ...of, post_id: post.id });
  const wanted = [...changes.map(([, isWanted]) => isWanted), true, false, false];
  expect(await Promise.all(all.map(async (one) => (await listOf(one)).includes(id)))).toEqual(wanted);
  const after = await Promise.all(all.map(unread));
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual(wanted.map(Number));
});
