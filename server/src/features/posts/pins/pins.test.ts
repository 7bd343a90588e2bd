import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { LiveEvent } from '#contract/live.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
let owner: TestPerson;
let admin: TestPerson;
let member: TestPerson;
let space: Space;
beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  admin = await newMember(server, space, 'Ada');
  await setRole(server, space.id, admin.user.id, 'admin');
  member = await newMember(server, space);
});

const newPosts = async (where: Space, count: number) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await newPost(owner, where, { title: `Post ${n}` })).id);
  return ids;
};
const listIds = async (where: Space) =>
  (await member.call('list_posts', { space_id: where.id })).posts.map(({ id }) => id);

describe('Pinning a post', () => {
  it('moves it to the top, latest pin first, and unpinning moves it back', async () => {
    const where = await newSpace(owner);
    await member.call('public_join_space', { space_id: where.id });
    const [first = '', second = '', third = ''] = await newPosts(where, 3);
    const { post } = await owner.call('pin_post', { post_id: first });
    expect(post.pinned_at).not.toBeNull();
    await owner.call('pin_post', { post_id: second });
    expect(await listIds(where)).toEqual([second, first, third]);
    await owner.call('unpin_post', { post_id: second });
    expect(await listIds(where)).toEqual([first, third, second]);
  });

  it('is restricted to the owner and admins', async () => {
    const [id = ''] = await newPosts(space, 1);
    await expect(member.call('pin_post', { post_id: id })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(server.client().call('pin_post', { post_id: id })).rejects.toMatchObject({ status: 401 });
    await admin.call('pin_post', { post_id: id });
    await expect(member.call('unpin_post', { post_id: id })).rejects.toMatchObject({ code: 'not_allowed' });
    await admin.call('unpin_post', { post_id: id });
  });

  it('twice has the effect of once and publishes one event', async () => {
    const [id = ''] = await newPosts(space, 1);
    const listener = await listen(server.url, member);
    await listener.subscribe(`space:${space.id}`);
    const { post } = await owner.call('pin_post', { post_id: id });
    const again = await owner.call('pin_post', { post_id: id });
    expect(again.post).toEqual(post);
    const received = await listener.received('post.changed', ({ payload }) => payload.post.id === id);
    expect(received.payload.post).toEqual({ ...post, has_liked: false });
    await owner.call('unpin_post', { post_id: id });
    await owner.call('unpin_post', { post_id: id });
    const isChangeOfPost = (event: LiveEvent) =>
      event.type === 'post.changed' && event.payload.post.id === id;
    await listener.received(
      'post.changed',
      (event) => isChangeOfPost(event) && event.payload.post.pinned_at === null,
    );
    expect(listener.events.filter(isChangeOfPost)).toHaveLength(2);
    listener.close();
  });

  it('rejects a fourth pin with a specific error, and deleting a pinned post frees a slot', async () => {
    const where = await newSpace(owner);
    const [one = '', two = '', three = '', four = ''] = await newPosts(where, 4);
    for (const id of [one, two, three]) await owner.call('pin_post', { post_id: id });
    await expect(owner.call('pin_post', { post_id: four })).rejects.toMatchObject({
      status: 409,
      code: 'pin_limit_reached',
      message: expect.stringContaining('You can pin up to three posts. Unpin one first.'),
    });
    await owner.call('pin_post', { post_id: one });
    await owner.call('delete_post', { post_id: one });
    await owner.call('pin_post', { post_id: four });
    await expect(owner.call('pin_post', { post_id: one })).rejects.toMatchObject({ code: 'post_not_found' });
  });

  it('lets exactly three of eight concurrent pins through', async () => {
    const where = await newSpace(owner);
    const ids = await newPosts(where, 8);
    const results = await Promise.allSettled(ids.map((id) => owner.call('pin_post', { post_id: id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const pinned = (await owner.call('list_posts', { space_id: where.id })).posts.filter(
      ({ pinned_at }) => pinned_at !== null,
    );
    expect(pinned).toHaveLength(3);
  });
});
