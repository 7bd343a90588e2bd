import type { Comment } from '#contract/comments.ts';
import type { PostDetail } from '#contract/posts.ts';
import type { Space } from '#contract/spaces.ts';
import type { Account } from '#contract/users.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestClient } from './client.ts';
import type { TestServer } from './server.ts';

/** A signed-in person with a separate browser. */
export interface TestPerson extends TestClient {
  user: Account;
  password: string;
}

let count = 0;

/** Signs up a new person. */
export async function newPerson(server: TestServer, firstName = 'Ada'): Promise<TestPerson> {
  count += 1;
  const client = server.client();
  const password = `secret-${count}`;
  const email = `person-${count}-${newId()}@example.com`;
  const { user } = await client.call('sign_up', {
    first_name: firstName,
    last_name: 'Tester',
    email,
    password,
  });
  if (!user) throw new Error('signing up did not sign in');
  return Object.assign(client, { user, password });
}

/** Creates a space owned by this person. */
export async function newSpace(owner: TestPerson, options: { is_private?: boolean } = {}): Promise<Space> {
  count += 1;
  const { space } = await owner.call('create_space', {
    name: `Space ${count}`,
    subdomain: `space-${count}-${newId().slice(-8)}`,
    ...options,
  });
  return space;
}

/** Signs up a person who joins the public space. */
export async function newMember(server: TestServer, space: Space, firstName = 'Grace'): Promise<TestPerson> {
  const person = await newPerson(server, firstName);
  await person.call('public_join_space', { space_id: space.id });
  return person;
}

export async function newPost(
  author: TestPerson,
  space: Space,
  fields: { title?: string; body?: string; upload_ids?: string[] } = {},
): Promise<PostDetail> {
  const { post } = await author.call('create_post', {
    space_id: space.id,
    client_id: newId(),
    title: fields.title ?? 'A post',
    body: fields.body ?? '<p>With some text.</p>',
    upload_ids: fields.upload_ids ?? [],
  });
  return post;
}

export async function newComment(
  author: TestPerson,
  postId: string,
  body = '<p>A comment.</p>',
  parentId: string | null = null,
): Promise<Comment> {
  const { comment } = await author.call('create_comment', {
    post_id: postId,
    client_id: newId(),
    body,
    parent_id: parentId,
  });
  return comment;
}
