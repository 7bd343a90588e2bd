import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';
import { undoTime } from './mark-notifications.ts';

const server = sharedServer();
afterEach(() => setClockOffset(0));

const listOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications;
const unreadOf = async (person: TestPerson) =>
  (await person.call('get_unread_notification_count', {})).unread_count;

/** A member of a space who has one notification: two people have liked their post. */
async function newLiked() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const author = await newMember(server, space, 'Mia');
  const fan = await newMember(server, space, 'Otto');
  const post = await newPost(author, space, { title: 'Proofing' });
  for (const person of [owner, fan]) await person.call('like_post', { post_id: post.id });
  const [entry] = await listOf(author);
  if (!entry) throw new Error('no notification');
  const of = { notification_id: entry.id };
  await author.call('delete_notification', of);
  expect([await listOf(author), await unreadOf(author)]).toEqual([[], 0]);
  return { owner, space, author, fan, post, entry, of };
}

describe('Undoing the removal of a notification', () => {
  it('puts it back as it was, with its actors and in the count, once', async () => {
    const { author, entry, of } = await newLiked();
    expect(await author.call('restore_notification', of)).toEqual({ restored: true });
    const [restored, ...others] = await listOf(author);
    expect(others).toEqual([]);
    expect(restored).toEqual({ ...entry, version: expect.any(Number) });
    expect(restored?.version).toBeGreaterThan(entry.version);
    expect(await unreadOf(author)).toBe(1);
    expect(await author.call('restore_notification', of)).toEqual({ restored: false });
    expect(await unreadOf(author)).toBe(1);
    const isKept = async () => {
      const events = await publishedEvents(server, `user:${author.user.id}`, 'notification.changed');
      return events.at(-1)?.is_kept_unread;
    };
    expect(await isKept()).toBe(true);
    // It can be removed and restored again.
    await author.call('delete_notification', of);
    expect(await author.call('restore_notification', of)).toEqual({ restored: true });
    // A read one comes back as that.
    await author.call('mark_all_notifications_as_read');
    await author.call('delete_notification', of);
    expect(await author.call('restore_notification', of)).toEqual({ restored: true });
    expect(await isKept()).toBe(false);
  });

  it('is for its user only', async () => {
    const { author, fan, of } = await newLiked();
    expect(await fan.call('restore_notification', of)).toEqual({ restored: false });
    expect([await listOf(author), await listOf(fan)]).toEqual([[], []]);
  });

  it('does not bring back what a newer notification has replaced', async () => {
    const { space, author, post, of } = await newLiked();
    const late = await newMember(server, space, 'Lena');
    await late.call('like_post', { post_id: post.id });
    expect(await author.call('restore_notification', of)).toEqual({ restored: false });
    expect(await listOf(author)).toMatchObject([{ actor_count: 1, actor_names: ['Lena Tester'] }]);
    expect(await unreadOf(author)).toBe(1);
  });

  it.each([
    [
      'deleted content',
      async ({ author, post }: Awaited<ReturnType<typeof newLiked>>) => {
        await author.call('delete_post', { post_id: post.id });
        await expect.poll(async () => await countKept()).toBe(0);
      },
    ],
    [
      'a space that was left',
      async ({ author, space }: Awaited<ReturnType<typeof newLiked>>) => {
        await author.call('leave_space', { space_id: space.id });
      },
    ],
    [
      'a like that was taken back',
      async ({ fan, post }: Awaited<ReturnType<typeof newLiked>>) => {
        await fan.call('unlike_post', { post_id: post.id });
      },
    ],
    ['a removal of long ago', async () => setClockOffset(undoTime + 1_000)],
  ])('does not bring back a notification of %s', async (_what, change) => {
    await server.db.deleteFrom('removed_notifications').execute();
    const scene = await newLiked();
    await change(scene);
    expect(await scene.author.call('restore_notification', scene.of)).toEqual({ restored: false });
    expect(await listOf(scene.author)).toEqual([]);
  });

  it('keeps no text of a deleted comment', async () => {
    await server.db.deleteFrom('removed_notifications').execute();
    const { author, fan, post } = await newLiked();
    const comment = await newComment(fan, post.id);
    const [reply] = await listOf(author);
    await author.call('delete_notification', { notification_id: reply?.id ?? '' });
    expect(await countKept()).toBe(2);
    await fan.call('delete_comment', { comment_id: comment.id });
    expect(await countKept()).toBe(1);
  });
});

const countKept = async () =>
  (await server.db.selectFrom('removed_notifications').select('id').execute()).length;
