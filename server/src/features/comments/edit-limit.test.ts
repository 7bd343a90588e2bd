import { expect, it } from 'vitest';
import { newComment, newPerson, newPost, newSpace } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';

const server = withTestServer();
const editsAnHour = 60;
const hour = 60 * 60 * 1000;

it('a person makes so many edits of posts and comments an hour, as owner too', async () => {
  const [owner, other] = [await newPerson(server), await newPerson(server)];
  const space = await newSpace(owner);
  await other.call('public_join_space', { space_id: space.id });
  const post = await newPost(owner, space);
  const comment = await newComment(owner, post.id);
  const theirs = await newComment(other, post.id);
  // All but one of this hour's edits, and of the next one's, should it begin meanwhile.
  const key = `edits:each:${owner.user.id}`;
  const start = Date.now() - (Date.now() % hour);
  for (const window of [start, start + hour]) {
    const row = { key, window_start: new Date(window).toISOString(), hits: editsAnHour - 1 };
    await server.db.insertInto('rate_limit_counters').values(row).execute();
  }
  const editPost = (revision: number, title: string) =>
    owner.call('update_post', { post_id: post.id, revision, title, body: post.body, upload_ids: [] });
  const edited = (await editPost(post.revision, 'Edited')).post;
  // The same again is no edit.
  await editPost(edited.revision, 'Edited');
  const rejected = {
    status: 429,
    code: 'rate_limited',
    message: expect.stringContaining('60 edits an hour'),
  };
  await expect(editPost(edited.revision, 'Again')).rejects.toMatchObject(rejected);
  const editComment = owner.call('update_comment', { comment_id: comment.id, body: '<p>Edited</p>' });
  await expect(editComment).rejects.toMatchObject(rejected);
  await other.call('update_comment', { comment_id: theirs.id, body: '<p>Edited</p>' });
});
