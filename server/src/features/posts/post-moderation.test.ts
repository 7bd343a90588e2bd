import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { SpaceContext } from '#server/platform/access.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { countRows } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { setCommentsClosed } from './close-comments.ts';
import { postTarget } from './posts.access.ts';

// Without jobs, which write rows of their own.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let admin: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  [author, reader] = [await newMember(server, space, 'Ann'), await newMember(server, space, 'Rea')];
  admin = await newPerson(server, 'Adi');
  await setRole(server, space.id, admin.user.id, 'admin');
});

describe('Comments of a post', () => {
  const close = (person: TestPerson, post_id: string, closed: boolean) =>
    person.call('set_comments_closed', { post_id, closed });
  const isClosed = async (post_id: string) =>
    (await reader.call('get_post', { post_id })).post.comments_closed;

  it('are turned off and on by moderators, for this post only, and that is logged', async () => {
    const [post, other] = [await newPost(author, space), await newPost(author, space)];
    await expect(close(author, post.id, true)).rejects.toMatchObject({ code: 'not_allowed' });
    await close(admin, post.id, true);
    expect([await isClosed(post.id), await isClosed(other.id)]).toEqual([true, false]);
    await close(owner, post.id, false);
    expect(await isClosed(post.id)).toBe(false);
    const { actions } = await owner.call('list_audit_log', { space_id: space.id });
    expect(actions.slice(0, 2)).toMatchObject([
      { action: 'comments_opened', actor: { id: owner.user.id }, target: { id: author.user.id } },
      { action: 'comments_closed', actor: { id: admin.user.id }, target: { id: author.user.id } },
    ]);
    const changes = await publishedEvents(server, `space:${space.id}`, 'post.changed');
    expect(
      changes.slice(-2).map(({ post: { id, comments_closed, version } }) => [id, comments_closed, version]),
    ).toEqual([
      [post.id, true, 2],
      [post.id, false, 3],
    ]);
  });

  it('need a role that the moderator still has when they are turned off', async () => {
    const post = await newPost(author, space);
    const viewer = { user_id: reader.user.id, role: reader.user.role, session_id: newId() };
    // As the request found them, before the role was taken away.
    const before = { space_id: space.id, role: 'admin', permissions: { canEditSpace: true } } as SpaceContext;
    await expect(setCommentsClosed(server.db, viewer, before, post.id, true)).rejects.toMatchObject({
      code: 'not_allowed',
    });
    expect(await isClosed(post.id)).toBe(false);
  });

  it('are turned off once, and not of a deleted post', async () => {
    const post = await newPost(author, space);
    await close(admin, post.id, true);
    const rows = await countRows(server);
    await close(owner, post.id, true);
    await author.call('delete_post', { post_id: post.id });
    await expect(close(admin, post.id, false)).rejects.toMatchObject({ code: 'post_not_found' });
    expect(await countRows(server)).toMatchObject({ audit_log: rows.audit_log });
  });
});

describe('Removing a post', () => {
  const remove = (post_id: string) => admin.call('remove_post', { post_id, reason: 'No ads.' });
  const pending = async () =>
    (await author.call('list_my_removals', { space_id: space.id })).removals.map(({ id }) => id);
  const acknowledge = (person: TestPerson, target_id: string, space_id = space.id) =>
    person.call('acknowledge_removal', { space_id, target_id });

  it('is acknowledged by the author for this post and space, for good', async () => {
    const elsewhere = await newSpace(owner);
    await author.call('public_join_space', { space_id: elsewhere.id });
    const posts = [await newPost(author, space), await newPost(author, space)];
    const [id = '', second = ''] = posts.map((post) => post.id);
    // Before there is anything to acknowledge.
    await acknowledge(author, id);
    for (const one of [id, second]) await remove(one);
    for (const person of [reader, admin]) await acknowledge(person, id);
    await acknowledge(author, id, elsewhere.id);
    expect(await pending()).toEqual([second, id]);
    await acknowledge(author, id);
    expect(await pending()).toEqual([second]);
    const acknowledgedAt = async () => {
      const query = server.db.selectFrom('posts').select('removal_acknowledged_at').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).removal_acknowledged_at;
    };
    const at = await acknowledgedAt();
    await acknowledge(author, id);
    expect(await acknowledgedAt()).toBe(at);
  });

  it('is impossible for members and once the post is deleted', async () => {
    const post = await newPost(author, space);
    await expect(reader.call('remove_post', { post_id: post.id, reason: 'No.' })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await expect(reader.call('delete_post', { post_id: post.id })).rejects.toMatchObject({
      code: 'not_author_or_moderator',
    });
    await remove(post.id);
    await expect(remove(post.id)).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(author.call('delete_post', { post_id: post.id })).rejects.toMatchObject({
      code: 'post_not_found',
    });
  });
});

describe('Reporting a post', () => {
  const report = (post_id: string) => reader.call('report_post', { post_id, reason: 'spam' });

  it('opens a case about it and its author', async () => {
    const post = await newPost(author, space, { title: 'Buy this' });
    await report(post.id);
    const { cases } = await owner.call('list_cases', { space_id: space.id });
    expect(cases[0]).toMatchObject({
      kind: 'post',
      target_id: post.id,
      author: { id: author.user.id },
      post: { id: post.id, title: 'Buy this' },
    });
    expect(postTarget.reports?.label('Ann')).toBe('a post by Ann');
  });

  it('is impossible once it is deleted', async () => {
    const post = await newPost(author, space);
    await author.call('delete_post', { post_id: post.id });
    await expect(report(post.id)).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(reader.call('unlike_post', { post_id: post.id })).rejects.toMatchObject({
      code: 'post_not_found',
    });
  });
});
