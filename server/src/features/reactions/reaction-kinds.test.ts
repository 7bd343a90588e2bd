import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { type ReactableKind, reactableTargets, reactionKinds } from '#contract/values/reactions.ts';
import { countReaction } from '#server/platform/db/reaction-counts.ts';
import { AppError } from '#server/platform/errors.ts';
import type { ReactableTarget } from '#server/platform/targets.ts';
import { listen } from '#testing/live.ts';
import { newComment, newPerson, newPost, newSpaceWithMember, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { findReactionTotals } from './reactions.queries.ts';
import { setReaction } from './set-reaction.ts';

const server = sharedServer();
const kinds: Record<string, unknown> = reactionKinds;
const plain = { targets: ['post', 'comment'], earns_point: false, notification: null };
const declarations = {
  cheer: { ...plain, button: { emoji: '📣', label: 'Cheer' } },
  thank: { ...plain, earns_point: true, notification: 'post_like', button: { emoji: '🙏', label: 'Thank' } },
  only_comments: { ...plain, targets: ['comment'], button: { emoji: '💬', label: 'Talk' } },
};

let owner: TestPerson;
let member: TestPerson;
let space: Space;
beforeAll(async () => {
  Object.assign(kinds, declarations);
  ({ owner, space, member } = await newSpaceWithMember(server));
});
afterAll(() => {
  for (const kind of Object.keys(declarations)) delete kinds[kind];
});

describe('A kind of reaction that is only declared', () => {
  it('has totals, a list and the state of the viewer, apart from likes', async () => {
    const { id: post_id } = await newPost(owner, space);
    const cheer = { post_id, kind: 'cheer' };
    const empty = { like_count: 0, has_liked: false };
    expect(await member.call('add_post_reaction', cheer)).toMatchObject({
      ...empty,
      reaction_counts: { cheer: 1 },
      my_reactions: ['cheer'],
    });
    // Twice is once.
    expect(await member.call('add_post_reaction', cheer)).toMatchObject({ reaction_counts: { cheer: 1 } });
    await owner.call('add_post_reaction', cheer);
    await owner.call('like_post', { post_id });
    const { posts } = await member.call('list_posts', { space_id: space.id });
    const listed = posts.find(({ id }) => id === post_id);
    const { post } = await member.call('get_post', { post_id });
    for (const shown of [listed, post])
      expect(shown).toMatchObject({
        like_count: 1,
        has_liked: false,
        reaction_counts: { cheer: 2 },
        my_reactions: ['cheer'],
      });
    const { people } = await member.call('list_post_reactors', cheer);
    expect(people.map(({ id }) => id)).toEqual([owner.user.id, member.user.id]);
    expect((await member.call('list_post_likes', { post_id })).people).toHaveLength(1);
    const { people: likers } = await member.call('list_post_reactors', { post_id, kind: 'like' });
    expect(likers.map(({ id }) => id)).toEqual([owner.user.id]);
    expect(await owner.call('remove_post_reaction', cheer)).toMatchObject({
      like_count: 1,
      has_liked: true,
      reaction_counts: { cheer: 1 },
      my_reactions: [],
    });
    expect(await member.call('remove_post_reaction', cheer)).toMatchObject({
      ...empty,
      like_count: 1,
      reaction_counts: {},
    });
    expect(await member.call('remove_post_reaction', cheer)).toMatchObject({ reaction_counts: {} });
  });

  it('is published with its totals and the actor', async () => {
    const { id: post_id } = await newPost(owner, space);
    const comment = await newComment(owner, post_id);
    const listener = await listen(server.url, owner);
    await listener.subscribe(`post:${post_id}`);
    await member.call('add_post_reaction', { post_id, kind: 'cheer' });
    expect((await listener.received('post.stats_changed')).payload).toMatchObject({
      like_count: 0,
      reaction_counts: { cheer: 1 },
      actor: { user_id: member.user.id, kind: 'cheer', is_given: true },
    });
    const talk = { comment_id: comment.id, kind: 'only_comments' };
    await member.call('add_comment_reaction', talk);
    await member.call('remove_comment_reaction', talk);
    const { payload } = await listener.received(
      'comment.reactions_changed',
      (event) => !event.payload.actor.is_given,
    );
    expect(payload).toMatchObject({
      comment_id: comment.id,
      reaction_counts: {},
      actor: { user_id: member.user.id, kind: 'only_comments', is_given: false },
    });
    listener.close();
  });

  it('cannot be given to other targets, by others or to something deleted', async () => {
    const { id: post_id } = await newPost(owner, space);
    for (const kind of ['only_comments', 'unknown', '👍', 'constructor'])
      await expect(member.call('add_post_reaction', { post_id, kind })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    const stranger = await newPerson(server);
    await expect(stranger.call('add_post_reaction', { post_id, kind: 'cheer' })).rejects.toMatchObject({
      code: 'membership_required',
    });
    await member.call('add_post_reaction', { post_id, kind: 'cheer' });
    await owner.call('delete_post', { post_id });
    await expect(owner.call('add_post_reaction', { post_id, kind: 'cheer' })).rejects.toMatchObject({
      code: 'post_not_found',
    });
    expect((await owner.call('list_post_reactors', { post_id, kind: 'cheer' })).people).toEqual([]);
  });

  it('shares the point and the notification of the author with the other kinds of the same person', async () => {
    const { id: post_id } = await newPost(owner, space);
    const pointsOf = async () =>
      (
        await server.db
          .selectFrom('point_ledger')
          .select('delta')
          .where('target_id', '=', post_id)
          .where('voided_at', 'is', null)
          .execute()
      ).length;
    const notified = async () =>
      (await owner.call('get_notifications_with_actors', {})).notifications.filter(
        ({ target_id }) => target_id === post_id,
      ).length;
    await member.call('like_post', { post_id });
    await member.call('add_post_reaction', { post_id, kind: 'thank' });
    await member.call('add_post_reaction', { post_id, kind: 'cheer' });
    expect([await pointsOf(), await notified()]).toEqual([1, 1]);
    await member.call('unlike_post', { post_id });
    expect([await pointsOf(), await notified()]).toEqual([1, 1]);
    await member.call('remove_post_reaction', { post_id, kind: 'thank' });
    expect([await pointsOf(), await notified()]).toEqual([0, 0]);
  });
});

describe('Emoji of a target outside of spaces', () => {
  const maxEmoji = 20;
  const kind = 'event' as ReactableKind;
  const target = { kind, id: '00000000-0000-7000-8000-00000000e301' };
  const emoji = (index: number) => String.fromCodePoint(0x1f600 + index);
  const columns = sql`like_count, reaction_counts, version`;
  const reactable: ReactableTarget = {
    authorize: async (db, { id, user_id }) => {
      const { rows } = await sql`select from test_talk where id = ${id} and user_id = ${user_id}`.execute(db);
      if (rows.length === 0) throw new AppError('event_not_found');
    },
    change: async (tx, id, change) => {
      const { rows } = await sql<{
        like_count: number;
        reaction_counts: Record<string, number>;
        version: number;
      }>`
        update test_talk set ${countReaction(change)}, version = version + 1 where id = ${id}
        returning ${columns}`.execute(tx);
      return rows[0] ? { ...rows[0], author_id: owner.user.id, post_id: null, text: '' } : null;
    },
    // It isn't part of the schema.
    table: 'test_talk' as never,
  };
  const react = (person: TestPerson, text: string, is_given = true) => {
    const { db, targets } = server.running.platform;
    const platform = { db, targets: { ...targets, event: { ...targets.event, reactions: reactable } } };
    return setReaction(platform, { ...person.user, user_id: person.user.id } as never, null, {
      target,
      kind: text,
      is_given,
    });
  };

  beforeAll(async () => {
    Object.assign(reactableTargets, { [kind]: { max_emoji: maxEmoji } });
    await sql`create table test_talk (id uuid primary key, user_id uuid, like_count int not null default 0,
      reaction_counts jsonb not null default '{}', version int not null default 1, deleted_at timestamptz)`.execute(
      server.db,
    );
    await sql`insert into test_talk (id, user_id) values (${target.id}, ${owner.user.id})`.execute(server.db);
  });
  afterAll(async () => {
    delete (reactableTargets as Record<string, unknown>)[kind];
    await sql`drop table test_talk`.execute(server.db);
    await server.db.deleteFrom('reactions').where('target_id', '=', target.id).execute();
  });

  it('are counted by emoji without a space, only for who may', async () => {
    expect(await react(owner, emoji(0))).toMatchObject({
      reaction_counts: { [emoji(0)]: 1 },
      my_reactions: [emoji(0)],
    });
    await expect(react(member, emoji(0))).rejects.toMatchObject({ code: 'event_not_found' });
    const row = await server.db
      .selectFrom('reactions')
      .select(['space_id', 'kind', 'target_kind'])
      .where('target_id', '=', target.id)
      .execute();
    expect(row).toEqual([{ space_id: null, kind: emoji(0), target_kind: kind }]);
    expect(await react(owner, emoji(0), false)).toMatchObject({ reaction_counts: {}, my_reactions: [] });
  });

  it('are at most 20 different ones, also when they are given at the same time', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: maxEmoji + 5 }, (_, index) => react(owner, emoji(index))),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'too_many_reactions'));
    const totals = await findReactionTotals(server.db, reactable.table, target.id);
    const given = Object.keys(totals?.reaction_counts ?? {});
    expect(given).toHaveLength(maxEmoji);
    // The refused ones left nothing behind, and one of the twenty can still be given and taken back.
    const rows = await server.db
      .selectFrom('reactions')
      .select('kind')
      .where('target_id', '=', target.id)
      .execute();
    expect(rows.map((row) => row.kind).toSorted()).toEqual(given.toSorted());
    expect((await react(owner, given[0] ?? '')).my_reactions).toHaveLength(maxEmoji);
    await react(owner, given[0] ?? '', false);
    expect((await react(owner, emoji(60))).my_reactions).toHaveLength(maxEmoji);
  });
});
