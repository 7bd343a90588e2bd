import { expect, it } from 'vitest';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { broadcastTo } from '#testing/samples/broadcasts.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { lockLists } from './notifications.queries.ts';

const server = sharedServer({ runsJobs: false });

const unreadOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications
    .filter(({ read }) => !read)
    .map(({ type }) => type)
    .toSorted();
const look = (person: TestPerson, post_id: string, seen: string[] = []) =>
  person.call('mark_notifications_of_post_as_read', { post_id, seen_ids: [post_id, ...seen] });

/** An author who was notified of a like and a comment under their post, and of a like of another one. */
async function newAuthor() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const author = await newMember(server, space, 'Mia');
  const [post, other] = [await newPost(author, space), await newPost(author, space)];
  await newNeighbors(server, owner, space);
  for (const { id } of [post, other]) await owner.call('like_post', { post_id: id });
  const comment = await newComment(owner, post.id);
  return { owner, space, author, post, other, comment: comment.id };
}

it('Looking at a post marks what one was notified of about it as read, on all devices, and nothing else', async () => {
  const { owner, space, author, post, other, comment } = await newAuthor();
  await broadcastTo(server, author, owner, { space_id: space.id, post_id: post.id });
  await broadcastTo(server, author, owner, { space_id: space.id, post_id: other.id });
  expect(await unreadOf(author)).toHaveLength(5);
  expect(await look(author, post.id, [comment])).toMatchObject({ unread_count: 2 });
  expect(await unreadOf(author)).toEqual(['admin_announcement', 'post_like']);
  const events = await publishedEvents(server, `user:${author.user.id}`, 'notification.read');
  expect(events).toMatchObject([{ clicked: false, unread_count: 2 }]);
  expect(events[0]?.notification_ids).toHaveLength(3);
  // Nothing is left to do, so nothing is written.
  await look(author, post.id, [comment]);
  expect(await publishedEvents(server, `user:${author.user.id}`, 'notification.read')).toHaveLength(1);
});

it('Marking as read twice at the same time publishes it once', async () => {
  const { owner, space, author } = await newAuthor();
  await broadcastTo(server, author, owner, { space_id: space.id });
  const { notifications } = await author.call('get_notifications_with_actors', {});
  const notification_ids = notifications.map(({ id }) => id);
  const reading = await server.db.startTransaction().execute();
  await lockLists(reading, [author.user.id]);
  const marking = [1, 2].map(() => author.call('mark_notifications_as_read', { notification_ids }));
  await untilWaiting(server.db, '%lock_notifications%', 2);
  await reading.commit().execute();
  const counts = await Promise.all(marking);
  expect(counts.map(({ unread_count }) => unread_count)).toEqual([0, 0]);
  const events = await publishedEvents(server, `user:${author.user.id}`, 'notification.read');
  expect(events.map((event) => event.notification_ids?.toSorted())).toEqual([notification_ids.toSorted()]);
});

it('Looking at a post changes nothing for others, and nothing in the lists of those who removed it', async () => {
  const { owner, space, author, post, comment } = await newAuthor();
  const id = await broadcastTo(server, author, owner, { space_id: space.id, post_id: post.id });
  await author.call('delete_notification', { notification_id: id });
  const before = await unreadOf(author);
  await look(owner, post.id, [comment]);
  expect(await unreadOf(author)).toEqual(before);
  expect(await look(author, post.id, [comment])).toMatchObject({ unread_count: 1 });
  expect(await author.call('restore_notification', { notification_id: id })).toEqual({ restored: true });
  expect(await unreadOf(author)).toEqual(['admin_announcement', 'post_like']);
});

it('Looking at a post does not show why a moderator removed it', async () => {
  const { space, author, post } = await newAuthor();
  const admin = await newMember(server, space, 'Ada');
  await setRole(server, space.id, admin.user.id, 'admin');
  await admin.call('remove_post', { post_id: post.id, reason: 'Off topic' });
  await look(author, post.id);
  expect(await unreadOf(author)).toContain('content_removed');
});

it('Looking at a post leaves what is about comments that are not shown, or are under another post', async () => {
  const { owner, author, post, other, comment } = await newAuthor();
  const mention = `<p><span data-mention="${author.user.id}">@Mia</span></p>`;
  const [here, elsewhere] = [
    await newComment(owner, post.id, mention),
    await newComment(owner, other.id, mention),
  ];
  await look(author, post.id, [elsewhere.id]);
  expect(await unreadOf(author)).toEqual(['comment_reply', 'mention', 'mention', 'post_like']);
  await author.call('mark_notifications_of_post_as_read', { post_id: post.id, seen_ids: [comment, here.id] });
  expect(await unreadOf(author)).toEqual(['mention', 'post_like']);
});

it('Looking at a post names one comment at least, and 200 at most', async () => {
  const { author, post } = await newAuthor();
  const see = (seen_ids: string[]) =>
    author.call('mark_notifications_of_post_as_read', { post_id: post.id, seen_ids });
  for (const ids of [[], Array.from({ length: 201 }, () => post.id)])
    await expect(see(ids)).rejects.toMatchObject({ status: 400 });
});
