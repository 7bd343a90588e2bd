import { expect, it } from 'vitest';
import { rateLimited } from '#server/platform/http/limits/rate-limit-metrics.ts';
import { newComment, newPerson, newPost, newSpace } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';
import { hourlyLimit } from '../posts/index.ts';

const server = ownServer('rate limits are on', { RATE_LIMITS: 'on' });
const editsAnHour = hourlyLimit.edits.perSubject;
const hour = 60 * 60 * 1000;

const countRejected = async () =>
  (await rateLimited.get()).values.find(({ labels }) => labels.kind === 'edit')?.value ?? 0;

it('a user can edit posts and comments 60 times an hour, as an owner, too', async () => {
  const [owner, other] = [await newPerson(server), await newPerson(server)];
  const space = await newSpace(owner);
  await other.call('public_join_space', { space_id: space.id });
  const post = await newPost(owner, space);
  const comment = await newComment(owner, post.id);
  const theirs = await newComment(other, post.id);
  // All but one of this hour's edits, and of the next one's, should it begin meanwhile.
  const key = `edit:each:${owner.user.id}`;
  const start = Date.now() - (Date.now() % hour);
  for (const window of [start, start + hour]) {
    const row = { key, window_start: new Date(window).toISOString(), hits: editsAnHour - 1 };
    await server.db.insertInto('rate_limit_counters').values(row).execute();
  }
  const editPost = (revision: number, title: string) =>
    owner.call('update_post', { post_id: post.id, revision, title, body: post.body, upload_ids: [] });
  const edited = (await editPost(post.revision, 'Edited')).post;
  // Saving the same text again doesn't count.
  await editPost(edited.revision, 'Edited');
  const before = await countRejected();
  const rejected = {
    status: 429,
    code: 'rate_limited',
    message: expect.stringContaining('60 edits an hour'),
  };
  await expect(editPost(edited.revision, 'Again')).rejects.toMatchObject(rejected);
  const editComment = owner.call('update_comment', { comment_id: comment.id, body: '<p>Edited</p>' });
  await expect(editComment).rejects.toMatchObject(rejected);
  expect(await countRejected()).toBe(before + 2);
  await other.call('update_comment', { comment_id: theirs.id, body: '<p>Edited</p>' });
});
