import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { ApiFailure } from '#testing/client.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
type Role = 'author' | 'owner' | 'admin' | 'another member' | 'a non-member' | 'an anonymous visitor';
type Caller = Pick<TestPerson, 'call'>;
let space: Space;
let author: TestPerson;
let people: Record<Role, Caller>;

beforeAll(async () => {
  const owner = await newPerson(server);
  space = await newSpace(owner);
  author = await newMember(server, space);
  const admin = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
  people = {
    author,
    owner,
    admin,
    'another member': await newMember(server, space),
    'a non-member': await newPerson(server),
    'an anonymous visitor': server.client(),
  };
});

async function outcome(call: Promise<unknown>): Promise<'done' | ErrorCode> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof ApiFailure) return error.code;
    throw error;
  }
}

const newEditedContent = async (writer: TestPerson) => {
  const post = await newPost(writer, space);
  const comment = await newComment(writer, post.id);
  await writer.call('update_post', {
    post_id: post.id,
    revision: post.revision,
    title: 'Another title',
    body: '<p>Edited text.</p>',
    upload_ids: [],
  });
  await writer.call('update_comment', { comment_id: comment.id, body: '<p>Edited text.</p>' });
  return { post_id: post.id, comment_id: comment.id };
};

describe('Posts and comments of a member', () => {
  it.each<[Role, 'done' | ErrorCode]>([
    ['author', 'done'],
    ['owner', 'done'],
    ['admin', 'done'],
    ['another member', 'not_author_or_moderator'],
    ['a non-member', 'membership_required'],
    ['an anonymous visitor', 'authentication_required'],
  ])('returns the right outcome when %s deletes or lists versions: %s', async (role, expected) => {
    const person = people[role];
    const { post_id, comment_id } = await newEditedContent(author);
    expect(await outcome(person.call('list_comment_versions', { comment_id }))).toBe(expected);
    expect(await outcome(person.call('list_post_revisions', { post_id }))).toBe(expected);
    expect(await outcome(person.call('delete_comment', { comment_id }))).toBe(expected);
    expect(await outcome(person.call('delete_post', { post_id }))).toBe(expected);
    const { post } = await author.call('get_post', { post_id });
    expect(post.deleted_at !== null).toBe(expected === 'done');
    const { comments } = await author.call('list_comments', { post_id });
    expect(comments.some(({ id, deleted_at }) => id === comment_id && deleted_at === null)).toBe(
      expected !== 'done',
    );
  });

  it.each<[Role, ErrorCode, ErrorCode]>([
    ['owner', 'not_author', 'not_author'],
    ['admin', 'not_author', 'not_author'],
    ['another member', 'not_author', 'not_author'],
    ['a non-member', 'membership_required', 'membership_required'],
    ['an anonymous visitor', 'authentication_required', 'authentication_required'],
  ])('cannot be edited by %s', async (role, ofPost, ofComment) => {
    // A new author each time: one person may create only a limited number of posts an hour.
    const { post_id, comment_id } = await newEditedContent(await newMember(server, space));
    const change = { revision: 2, title: 'Not yours', body: '<p>Not yours.</p>', upload_ids: [] };
    expect(await outcome(people[role].call('update_post', { post_id, ...change }))).toBe(ofPost);
    expect(
      await outcome(people[role].call('update_comment', { comment_id, body: '<p>Not yours.</p>' })),
    ).toBe(ofComment);
    expect((await author.call('get_post', { post_id })).post.title).toBe('Another title');
  });
});

describe('Announcement', () => {
  it.each<[Role, 'done' | ErrorCode]>([
    ['owner', 'done'],
    ['admin', 'done'],
    ['author', 'announcement_not_allowed'],
    ['a non-member', 'membership_required'],
    ['an anonymous visitor', 'authentication_required'],
  ])('returns the right outcome when created by %s: %s', async (role, expected) => {
    const announcement = {
      space_id: space.id,
      client_id: newId(),
      title: 'Please read',
      body: '<p>For everyone.</p>',
      post_type: 'announcement' as const,
    };
    expect(await outcome(people[role].call('create_post', announcement))).toBe(expected);
  });
});
