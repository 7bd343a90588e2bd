import { sessionSeconds } from '#contract/features/auth/session.ts';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { defaultLocale } from '#contract/i18n/locale.ts';
import { type Account, account } from '#contract/users.ts';
import { getAccount } from '#server/features/auth/auth.queries.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { createSession } from '#server/features/auth/sessions/create-session.ts';
import { knownBrowsersOf } from '#server/features/auth/sessions/session-response.ts';
import { createAccount } from '#server/features/auth/sign-up/create-account.ts';
import { nowMs } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { storeCookies, type TestClient } from './client.ts';
import type { TestServer } from './server.ts';

/** A signed-in person with a separate browser. */
export interface TestPerson extends TestClient {
  user: Account;
  password: string;
}

/** The password of everyone whom `newPerson` creates. It is hashed once, because hashing takes longer than the rest. */
const password = 'a-secret-of-tests';
let passwordHash: Promise<string> | undefined;
let count = 0;

function newAccount(firstName: string) {
  count += 1;
  return { first_name: firstName, last_name: 'Tester', email: `person-${count}-${newId()}@example.com` };
}

/** Creates a person and opens a session, as signing up does, but without a request. */
export async function newPerson(server: TestServer, firstName = 'Ada'): Promise<TestPerson> {
  passwordHash ??= hashPassword(password);
  const { db } = server.running.platform;
  const fields = {
    ...newAccount(firstName),
    email_verified: false,
    bio: null,
    password_hash: await passwordHash,
    locale: defaultLocale,
  };
  const user = await createAccount(db, fields, (tx, { user_id }) => getAccount(tx, user_id));
  return await newSession(server, { user: account.parse(user), password });
}

/** Opens another session of a person in a new browser, as logging in does, but without a request. */
export async function newSession(
  server: TestServer,
  { user, password }: Pick<TestPerson, 'user' | 'password'>,
): Promise<TestPerson> {
  const { platform } = server.running;
  const client = server.client();
  const token = await createSession(platform.db, user.id);
  const time = nowMs();
  const expires = Math.floor(time / 1000) + sessionSeconds;
  storeCookies(client.cookies, platform.cookies.write(token, user.id, expires, time));
  storeCookies(client.cookies, [knownBrowsersOf(platform).remember(undefined, user.email) ?? '']);
  return Object.assign(client, { user, password });
}

/** Signs up a new person with a request, for tests of signing up. */
export async function signUp(server: Pick<TestServer, 'client'>, firstName = 'Ada'): Promise<TestPerson> {
  const client = server.client();
  const { user } = await client.call('sign_up', { ...newAccount(firstName), password });
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

/** Creates a public space with its owner and a member. */
export async function newSpaceWithMember(
  server: TestServer,
): Promise<{ owner: TestPerson; space: Space; member: TestPerson }> {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  return { owner, space, member: await newMember(server, space) };
}

export async function newPost(
  author: TestPerson,
  space: Space,
  fields: { title?: string; body?: string; upload_ids?: string[]; category_id?: string } = {},
): Promise<PostDetail> {
  const { post } = await author.call('create_post', {
    space_id: space.id,
    client_id: newId(),
    title: fields.title ?? 'A post',
    body: fields.body ?? '<p>With some text.</p>',
    upload_ids: fields.upload_ids ?? [],
    category_id: fields.category_id,
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
