import { expect, it } from 'vitest';
import { maxAboutText, maxCommentText, maxPostBody } from '#contract/values/limits.ts';
import { newComment, newPerson, newPost, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

it('a stored text over the limit may stay, and may not be changed to another', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const post = await newPost(owner, space);
  const comment = await newComment(owner, post.id, '<p>Short</p>');
  const longer = (most: number) => `<p>${'x'.repeat(most + 1)}</p>`;

  const body = longer(maxPostBody);
  await server.db.updateTable('posts').set({ body }).where('id', '=', post.id).execute();
  const edit = { post_id: post.id, revision: 1, title: 'Another title', upload_ids: [] };
  expect((await owner.call('update_post', { ...edit, body })).post.title).toBe('Another title');
  await expect(
    owner.call('update_post', { ...edit, revision: 2, body: body.replace('x', 'y') }),
  ).rejects.toMatchObject({ code: 'post_too_long' });

  const said = longer(maxCommentText);
  await server.db.updateTable('post_comments').set({ body: said }).where('id', '=', comment.id).execute();
  const ofComment = { comment_id: comment.id };
  expect((await owner.call('update_comment', { ...ofComment, body: said })).comment.body).toBe(said);
  await expect(
    owner.call('update_comment', { ...ofComment, body: said.replace('x', 'y') }),
  ).rejects.toMatchObject({ code: 'comment_too_long' });

  const about_description = longer(maxAboutText);
  await server.db.updateTable('spaces').set({ about_description }).where('id', '=', space.id).execute();
  const update = { space_id: space.id, about_description, name: 'Another name' };
  expect((await owner.call('update_space', update)).space.name).toBe('Another name');
});
