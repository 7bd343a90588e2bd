import { describe, expect, it } from 'vitest';
import type { PollInput } from '#contract/features/polls/polls.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

const question: PollInput = {
  question: 'Rye or wheat?',
  options: ['Rye', 'Wheat', 'Both'],
  multiple: false,
  closes_at: null,
};

async function newPoll(author: TestPerson, space: Space, fields: Partial<PollInput> = {}) {
  const { post } = await author.call('create_post', {
    space_id: space.id,
    client_id: newId(),
    title: 'A question',
    body: '',
    poll: { ...question, ...fields },
  });
  if (!post.poll) throw new Error('the post has no poll');
  return { post_id: post.id, options: post.poll.options.map(({ id }) => id), post };
}

async function newScene() {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [author, voter] = [await newMember(server, space), await newMember(server, space, 'Vera')];
  return { owner, space, author, voter };
}

const countsOf = (poll: { options: { vote_count: number | null }[] }) =>
  poll.options.map(({ vote_count }) => vote_count);

async function trueCounts(postId: string): Promise<{ votes: number; voters: number }> {
  const rows = await server.db.selectFrom('poll_votes').selectAll().where('post_id', '=', postId).execute();
  return { votes: rows.length, voters: new Set(rows.map(({ user_id }) => user_id)).size };
}

describe('Poll', () => {
  it('shows results to voters, its author and moderators, and to everyone once closed', async () => {
    const { owner, space, author, voter } = await newScene();
    const other = await newMember(server, space);
    const { post_id, options, post } = await newPoll(author, space);
    expect(post).toMatchObject({ post_type: 'poll', poll: { voter_count: 0, viewer_option_ids: [] } });
    const [rye = '', wheat = ''] = options;
    const { poll } = await voter.call('vote_in_poll', { post_id, option_ids: [rye] });
    expect(countsOf(poll)).toEqual([1, 0, 0]);
    expect(poll.viewer_option_ids).toEqual([rye]);
    const seenBy = async (person: TestPerson) => {
      const { posts } = await person.call('list_posts', { space_id: space.id });
      const { poll: alone } = await person.call('get_poll', { post_id });
      expect(posts[0]?.poll).toEqual(alone);
      return alone;
    };
    expect(countsOf(await seenBy(other))).toEqual([null, null, null]);
    expect((await seenBy(other)).voter_count).toBe(1);
    expect(countsOf(await seenBy(author))).toEqual([1, 0, 0]);
    expect(countsOf(await seenBy(owner))).toEqual([1, 0, 0]);
    const changed = await voter.call('vote_in_poll', { post_id, option_ids: [wheat] });
    expect(countsOf(changed.poll)).toEqual([0, 1, 0]);
    expect(changed.poll.voter_count).toBe(1);
    expect(countsOf((await voter.call('withdraw_vote', { post_id })).poll)).toEqual([null, null, null]);
    await voter.call('vote_in_poll', { post_id, option_ids: [wheat] });
    await author.call('close_poll', { post_id });
    expect(countsOf(await seenBy(other))).toEqual([0, 1, 0]);
  });

  it('rejects invalid votes', async () => {
    const { space, author, voter } = await newScene();
    const one = await newPoll(author, space);
    const another = await newPoll(author, space);
    const [a = '', b = ''] = one.options;
    const vote = (option_ids: string[], post_id = one.post_id) =>
      voter.call('vote_in_poll', { post_id, option_ids });
    await expect(vote([a, b])).rejects.toMatchObject({ code: 'poll_one_choice' });
    await expect(vote([another.options[0] ?? ''])).rejects.toMatchObject({ code: 'poll_option_not_found' });
    await expect(vote([newId()])).rejects.toMatchObject({ code: 'poll_option_not_found' });
    await expect(vote([])).rejects.toMatchObject({ code: 'invalid_input' });
    const plain = await newPost(author, space);
    await expect(vote([a], plain.id)).rejects.toMatchObject({ code: 'poll_not_found' });
    await vote([a]);
    await expect(voter.call('close_poll', { post_id: one.post_id })).rejects.toMatchObject({
      code: 'not_author_or_moderator',
    });
    const closed = await author.call('close_poll', { post_id: one.post_id });
    expect(await author.call('close_poll', { post_id: one.post_id })).toEqual(closed);
    await expect(vote([b])).rejects.toMatchObject({ code: 'poll_closed' });
    await expect(voter.call('withdraw_vote', { post_id: one.post_id })).rejects.toMatchObject({
      code: 'poll_closed',
    });
    // Sending the current vote again is not a new vote.
    expect((await vote([a])).poll.viewer_option_ids).toEqual([a]);
    await author.call('delete_post', { post_id: another.post_id });
    await expect(vote(another.options.slice(0, 1), another.post_id)).rejects.toMatchObject({
      code: 'post_not_found',
    });
  });

  it('accepts no votes after its closing time', async () => {
    const { space, author, voter } = await newScene();
    const { post_id, options } = await newPoll(author, space, {
      closes_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const past = new Date(Date.now() - 1_000).toISOString();
    await server.db.updateTable('polls').set({ closes_at: past }).where('post_id', '=', post_id).execute();
    await expect(
      voter.call('vote_in_poll', { post_id, option_ids: options.slice(0, 1) }),
    ).rejects.toMatchObject({ code: 'poll_closed' });
    expect(countsOf((await voter.call('get_poll', { post_id })).poll)).toEqual([0, 0, 0]);
    await expect(newPoll(author, space, { closes_at: past })).rejects.toMatchObject({
      code: 'poll_closes_in_past',
    });
  });

  it.each([
    ['one option', { options: ['Only'] }],
    ['eleven options', { options: Array.from({ length: 11 }, (_, n) => `Option ${n}`) }],
    ['an empty option', { options: ['A', ' '] }],
    ['the same option twice', { options: ['Yes', 'yes '] }],
    ['a long option', { options: ['A', 'x'.repeat(101)] }],
    ['a short question', { question: 'Eh' }],
    ['a long question', { question: 'x'.repeat(201) }],
  ])('is rejected with %s, and nothing is written', async (_name, fields) => {
    const { space, author } = await newScene();
    await expect(newPoll(author, space, fields)).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await author.call('list_posts', { space_id: space.id })).posts).toEqual([]);
  });

  it('has exact counts when people vote, change and withdraw votes concurrently', async () => {
    const { space, author } = await newScene();
    const { post_id, options } = await newPoll(author, space, { multiple: true });
    const people = await Promise.all(Array.from({ length: 6 }, () => newMember(server, space)));
    await Promise.all(
      people.flatMap((person, index) => [
        person.call('vote_in_poll', { post_id, option_ids: [options[index % 3] ?? ''] }),
        person.call('vote_in_poll', { post_id, option_ids: options.slice(0, 1 + (index % 3)) }),
        person.call('withdraw_vote', { post_id }),
        person.call('vote_in_poll', { post_id, option_ids: [options[0] ?? '', options[0] ?? ''] }),
      ]),
    );
    const { poll } = await author.call('get_poll', { post_id });
    const truth = await trueCounts(post_id);
    expect(poll.voter_count).toBe(truth.voters);
    expect(countsOf(poll).reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(truth.votes);
  });

  it('counts one vote for ten concurrent votes of a person, and none that arrives after it closes', async () => {
    const { space, author, voter } = await newScene();
    const { post_id, options } = await newPoll(author, space);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        voter.call('vote_in_poll', { post_id, option_ids: [options[n % 3] ?? ''] }),
      ),
    );
    expect(await trueCounts(post_id)).toEqual({ votes: 1, voters: 1 });
    const late = await Promise.all(Array.from({ length: 5 }, () => newMember(server, space)));
    const results = await Promise.allSettled([
      ...late.map((person) => person.call('vote_in_poll', { post_id, option_ids: options.slice(0, 1) })),
      author.call('close_poll', { post_id }),
    ]);
    const taken = results.slice(0, -1).filter(({ status }) => status === 'fulfilled').length;
    expect((await author.call('get_poll', { post_id })).poll.voter_count).toBe(1 + taken);
    expect((await trueCounts(post_id)).voters).toBe(1 + taken);
  });

  it('publishes changes to everyone, but votes only to the voter', async () => {
    const { owner, space, author, voter } = await newScene();
    const { post_id, options } = await newPoll(author, space);
    const everyone = await listen(server.url, owner);
    await everyone.subscribe(`space:${space.id}`);
    const voterLive = await listen(server.url, voter);
    await voterLive.subscribe(`user:${voter.user.id}`);
    await voter.call('vote_in_poll', { post_id, option_ids: options.slice(0, 1) });
    expect((await everyone.received('poll.changed')).payload).toEqual({
      post_id,
      voter_count: 1,
      closed_at: null,
      version: 2,
    });
    const { poll } = await voter.call('get_poll', { post_id });
    expect((await voterLive.received('poll.voted')).payload).toEqual({ post_id, poll });
    const notified = await newPoll(author, space);
    const created = await everyone.received(
      'post.created',
      ({ payload }) => payload.post.id === notified.post_id,
    );
    expect(countsOf(created.payload.post.poll ?? { options: [] })).toEqual([null, null, null]);
    everyone.close();
    voterLive.close();
  });

  it('has a new version after each rewrite, also of one field, and the same one without changes', async () => {
    const { space, author, voter } = await newScene();
    const neighbor = await newPoll(author, space);
    const { post_id, post } = await newPoll(author, space);
    const versionOf = async (id: string) => (await voter.call('get_poll', { post_id: id })).poll.version;
    expect(await versionOf(post_id)).toBe(1);
    let { revision } = post;
    const edit = async (poll: PollInput) => {
      const fields = { title: post.title, body: '', upload_ids: [], poll };
      const edited = (await author.call('update_post', { post_id, revision, ...fields })).post;
      revision = edited.revision;
      expect(edited.poll?.version).toBe(await versionOf(post_id));
      return edited.poll?.version;
    };
    const closes_at = new Date(Date.now() + 86_400_000).toISOString();
    const options = ['Spelt', 'Oats'];
    expect(await edit({ ...question, question: 'Which one?' })).toBe(2);
    expect(await edit({ ...question, question: 'Which one?', options })).toBe(3);
    expect(await edit({ ...question, question: 'Which one?', options, multiple: true })).toBe(4);
    const last = { question: 'Which one?', options, multiple: true, closes_at };
    expect(await edit(last)).toBe(5);
    expect(await edit(last)).toBe(5);
    expect(await versionOf(neighbor.post_id)).toBe(1);
  });

  it('keeps its question and options once someone has voted', async () => {
    const { space, author, voter } = await newScene();
    const { post_id, options, post } = await newPoll(author, space);
    const edit = (poll: PollInput, revision: number) =>
      author.call('update_post', { post_id, revision, title: post.title, body: '', upload_ids: [], poll });
    const first = await edit({ ...question, options: ['Spelt', 'Oats'] }, 1);
    expect(first.post.poll?.options.map(({ text }) => text)).toEqual(['Spelt', 'Oats']);
    await expect(
      voter.call('vote_in_poll', { post_id, option_ids: options.slice(0, 1) }),
    ).rejects.toMatchObject({ code: 'poll_option_not_found' });
    await voter.call('vote_in_poll', { post_id, option_ids: [first.post.poll?.options[0]?.id ?? ''] });
    await expect(edit({ ...question, options: ['Spelt', 'Barley'] }, 2)).rejects.toMatchObject({
      code: 'poll_has_votes',
    });
    const closes_at = new Date(Date.now() + 86_400_000).toISOString();
    const later = await edit({ ...question, options: ['Spelt', 'Oats'], closes_at }, 2);
    expect(later.post.poll).toMatchObject({ closes_at, voter_count: 1 });
  });

  it('can be edited until it is closed, and its closing time moved into the future only', async () => {
    const { space, author } = await newScene();
    const [neighbor, { post_id, post }] = [await newPoll(author, space), await newPoll(author, space)];
    let { revision } = post;
    const edit = async (fields: Partial<PollInput>) => {
      const input = { title: post.title, body: '', upload_ids: [], poll: { ...question, ...fields } };
      const edited = (await author.call('update_post', { post_id, revision, ...input })).post;
      revision = edited.revision;
      return edited.poll;
    };
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const [past, soon, later] = [inHours(-1), inHours(1), inHours(24)];
    await expect(edit({ closes_at: past })).rejects.toMatchObject({ code: 'poll_closes_in_past' });
    expect(await edit({ closes_at: soon })).toMatchObject({ closes_at: soon, version: 2 });
    expect(await edit({ closes_at: later })).toMatchObject({ closes_at: later, version: 3 });
    expect(await edit({ closes_at: null, options: ['Rye', 'Wheat'] })).toMatchObject({
      closes_at: null,
      version: 4,
      options: [{ text: 'Rye' }, { text: 'Wheat' }],
    });
    await author.call('close_poll', { post_id });
    for (const fields of [{ closes_at: later }, { question: 'Oats or spelt?' }, { closes_at: soon }]) {
      await expect(edit({ options: ['Rye', 'Wheat'], ...fields })).rejects.toMatchObject({
        code: 'poll_closed',
      });
    }
    // The text of the post itself can still be edited.
    expect(await edit({ closes_at: null, options: ['Rye', 'Wheat'] })).toMatchObject({
      options: [{ text: 'Rye' }, { text: 'Wheat' }],
    });
    expect((await author.call('get_poll', { post_id: neighbor.post_id })).poll).toMatchObject({
      version: 1,
      closes_at: null,
    });
  });
});
