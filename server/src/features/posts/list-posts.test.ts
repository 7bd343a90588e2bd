import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Post, PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { nowMs, setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestClient } from '#testing/client.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { waitUntilNumbered } from '#testing/published-events.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
let owner: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let space: Space;
let post: PostDetail;
beforeEach(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  author = await newMember(server, space, 'Ann');
  reader = await newMember(server, space, 'Ben');
  await newPost(owner, space);
  post = await newPost(author, space);
});
afterEach(() => setClockOffset(0));

const page = async (client: TestClient): Promise<Post[]> =>
  (await client.call('list_posts', { space_id: space.id })).posts;
const shown = async (client: TestClient): Promise<Post | undefined> =>
  (await page(client)).find(({ id }) => id === post.id);

const numbered = () => waitUntilNumbered(server, `space:${space.id}`);

/** Returns whether the request that `action` sends reads posts, instead of taking them from memory. */
async function readsPosts(action: () => Promise<unknown>): Promise<boolean> {
  await numbered();
  return (await recordQueries(action)).some(({ text }) => text.includes('chosen.part'));
}

async function newPoll(closesAt: string | null = null) {
  const created = await author.call('create_post', {
    space_id: space.id,
    client_id: newId(),
    title: 'A question',
    body: '',
    poll: { question: 'Rye or wheat?', options: ['Rye', 'Wheat'], multiple: false, closes_at: closesAt },
  });
  post = created.post;
  return created.post.poll?.options.map(({ id }) => id) ?? [];
}
const votesFor = async (client: TestClient) =>
  (await shown(client))?.poll?.options.map(({ vote_count }) => vote_count);

describe('A page in memory', () => {
  it('is read once for all viewers, and again after a change', async () => {
    expect(await readsPosts(() => page(author))).toBe(true);
    for (const client of [author, reader, owner, server.client()])
      expect(await readsPosts(() => page(client))).toBe(false);
    await reader.call('like_post', { post_id: post.id });
    expect(await readsPosts(() => page(owner))).toBe(true);
    expect(await readsPosts(() => page(author))).toBe(false);
  });

  it('is read once when many viewers request it at the same time', async () => {
    await newPost(owner, space);
    await numbered();
    const queries = await recordQueries(() => Promise.all([author, reader, owner, reader].map(page)));
    const reads = queries.filter(({ text }) => text.includes('chosen.part')).length;
    expect(reads).toBe(1);
    expect((await page(reader)).length).toBe(3);
  });

  it('shows each change to everyone at once, and the same as the post itself', async () => {
    const viewers = [author, reader, owner, server.client()];
    const upload = await newUpload(author, { purpose: 'avatar' });
    const changes: Record<string, () => Promise<unknown>> = {
      like: () => reader.call('like_post', { post_id: post.id }),
      'like taken back': () => reader.call('unlike_post', { post_id: post.id }),
      comment: () => newComment(reader, post.id),
      edit: () =>
        author.call('update_post', {
          post_id: post.id,
          revision: 1,
          title: 'Edited',
          body: '<p>New</p>',
          upload_ids: [],
        }),
      pin: () => owner.call('pin_post', { post_id: post.id }),
      'closed comments': () => owner.call('set_comments_closed', { post_id: post.id, closed: true }),
      avatar: () => author.call('update_avatar', { upload_id: upload.id }),
      'new name': () =>
        server.db
          .updateTable('users')
          .set({ full_name: 'Ann Other' })
          .where('id', '=', author.user.id)
          .execute(),
    };
    for (const [name, change] of Object.entries(changes)) {
      await numbered();
      for (const viewer of viewers) await page(viewer);
      await change();
      for (const viewer of viewers) {
        const { post: detail } = await viewer.call('get_post', { post_id: post.id });
        const { body: _, ...alone } = detail;
        expect(await shown(viewer), name).toEqual(alone);
      }
    }
  });

  it('no longer has a post that was deleted or removed, and has a new one', async () => {
    await page(reader);
    const added = await newPost(author, space);
    expect((await page(reader)).map(({ id }) => id)).toContain(added.id);
    await author.call('delete_post', { post_id: added.id });
    expect((await page(reader)).map(({ id }) => id)).not.toContain(added.id);
    await owner.call('remove_post', { post_id: post.id, reason: 'Spam' });
    for (const client of [reader, server.client()]) expect(await shown(client)).toBeUndefined();
  });

  it('is not used while the event of a change has no number', async () => {
    await numbered();
    await page(reader);
    await server.db.transaction().execute(async (tx) => {
      await tx.updateTable('posts').set({ title: 'Renamed' }).where('id', '=', post.id).execute();
      await sql`insert into live_events (channel, type, payload)
        values (${`space:${space.id}`}, 'space.points_changed', ${JSON.stringify({ space_id: space.id })})`.execute(
        tx,
      );
    });
    expect((await shown(reader))?.title).toBe('Renamed');
    expect((await shown(server.client()))?.title).toBe('Renamed');
  });

  it('is read again after a minute', async () => {
    await numbered();
    await page(reader);
    setClockOffset(59_000);
    expect(await readsPosts(() => page(reader))).toBe(false);
    setClockOffset(61_000);
    expect(await readsPosts(() => page(reader))).toBe(true);
  });
});

describe('Rights of a page in memory', () => {
  it("nobody sees another viewer's reactions", async () => {
    await author.call('like_post', { post_id: post.id });
    expect(await shown(author)).toMatchObject({ has_liked: true, like_count: 1 });
    for (const client of [reader, owner, server.client()])
      expect(await shown(client)).toMatchObject({ has_liked: false, like_count: 1 });
    await reader.call('like_post', { post_id: post.id });
    for (const [client, has_liked] of [
      [author, true],
      [reader, true],
      [owner, false],
    ] as const)
      expect(await shown(client)).toMatchObject({ has_liked, like_count: 2 });
  });

  it('results of a poll are shown to its author, moderators and voters only, until it closes', async () => {
    const [rye = ''] = await newPoll();
    const visitor = server.client();
    const hidden = [null, null];
    for (const first of [author, visitor]) {
      await first.call('list_posts', { space_id: space.id });
      expect(await votesFor(author)).toEqual([0, 0]);
      expect(await votesFor(owner)).toEqual([0, 0]);
      expect(await votesFor(reader)).toEqual(hidden);
      expect(await votesFor(visitor)).toEqual(hidden);
    }
    await reader.call('vote_in_poll', { post_id: post.id, option_ids: [rye] });
    const other = await newMember(server, space);
    expect(await votesFor(reader)).toEqual([1, 0]);
    expect((await shown(reader))?.poll?.viewer_option_ids).toEqual([rye]);
    expect((await shown(other))?.poll?.viewer_option_ids).toEqual([]);
    expect(await votesFor(other)).toEqual(hidden);
    await reader.call('withdraw_vote', { post_id: post.id });
    expect(await votesFor(reader)).toEqual(hidden);
    await author.call('close_poll', { post_id: post.id });
    expect(await votesFor(other)).toEqual([0, 0]);
  });

  it('results appear at the time at which a poll closes, without a change', async () => {
    await newPoll(new Date(nowMs() + 20_000).toISOString());
    await numbered();
    expect(await votesFor(reader)).toEqual([null, null]);
    setClockOffset(21_000);
    expect(await readsPosts(async () => expect(await votesFor(reader)).toEqual([0, 0]))).toBe(false);
  });

  it('an admin who is a member again no longer sees results', async () => {
    await newPoll();
    await owner.call('set_member_role', { space_id: space.id, user_id: reader.user.id, role: 'admin' });
    expect(await votesFor(reader)).toEqual([0, 0]);
    await owner.call('set_member_role', { space_id: space.id, user_id: reader.user.id, role: 'member' });
    expect(await votesFor(reader)).toEqual([null, null]);
  });

  it('a space that becomes private, a ban and a departure end access at once', async () => {
    const visitor = server.client();
    for (const client of [visitor, reader, author]) await page(client);
    await owner.call('update_space', { space_id: space.id, is_private: true });
    await expect(page(visitor)).rejects.toMatchObject({ code: 'space_not_found' });
    await owner.call('ban_member', { space_id: space.id, user_id: reader.user.id });
    await expect(page(reader)).rejects.toMatchObject({ code: 'space_not_found' });
    await author.call('leave_space', { space_id: space.id });
    await expect(page(author)).rejects.toMatchObject({ code: 'space_not_found' });
    expect(await shown(owner)).toMatchObject({ id: post.id });
  });
});
