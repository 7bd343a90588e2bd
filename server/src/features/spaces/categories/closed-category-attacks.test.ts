import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { getLiveState } from '#server/platform/live/live.queries.ts';
import type { TestClient } from '#testing/client.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { listen } from '#testing/live.ts';
import { holdQueries, untilWaiting } from '#testing/lock-waits.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { publishMarker } from '#testing/publish-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { setPoints } from '#testing/samples/course-access.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
const level2: AccessRule = { kind: 'level', level: 2 };
const secret = 'Nobody else should read this';
const poll = { question: 'Which one?', multiple: false, closes_at: null, options: ['One', 'Two'] };
let owner: TestPerson;
let member: TestPerson;
let space: Space;
let general: string;
let category: string;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
  general = await newCategory(server, owner, space, 'General');
});
beforeEach(async () => {
  category = await newCategory(server, owner, space, `Inner circle ${newId()}`);
});

const limit = (category_id: string, rules: AccessRule[]) =>
  owner.call('set_category_access', { space_id: space.id, category_id, match: 'all', rules });
const write = async (person: TestPerson, category_id: string, fields: object = {}): Promise<PostDetail> => {
  const { post } = await person.call('create_post', {
    space_id: space.id,
    client_id: newId(),
    title: secret,
    body: '<p>Text</p>',
    category_id,
    ...fields,
  });
  return post;
};
const move = ({ id, revision, title, body }: PostDetail, category_id: string, person = owner) =>
  person.call('update_post', { post_id: id, revision, title, body, category_id, upload_ids: [] });

let markers = 1000;
/** Returns what a member who was away gets of a channel when they resume it. */
async function missed(channel: string, whileAway: () => Promise<unknown>, person = member): Promise<string> {
  const live = await listen(server.url, person);
  await live.subscribe(`space:${space.id}`);
  const { last_seq } = await getLiveState(server.db);
  await whileAway();
  markers += 1;
  const marker = markers;
  await publishMarker(server, space.id, marker);
  await live.received('space.member_count_changed', ({ payload }) => payload.member_count === marker);
  const response = await live.subscribe(channel, last_seq);
  live.close();
  return JSON.stringify(response);
}

describe('Someone who resumes the channel of a space', () => {
  it('gets no post of a category that was closed meanwhile', async () => {
    const got = await missed(`space:${space.id}`, async () => {
      await write(owner, category);
      await limit(category, [level2]);
    });
    expect(got).not.toContain(secret);
    expect(got).toContain('"refetch":true');
  });

  it('gets no post that was moved to a closed category meanwhile', async () => {
    await limit(category, [level2]);
    const got = await missed(`space:${space.id}`, async () => {
      await move(await write(owner, general), category);
    });
    expect(got).not.toContain(secret);
  });

  it('gets no post that was moved from a category that they can open to another', async () => {
    const other = await newCategory(server, owner, space, `Another ${newId()}`);
    const person = await newMember(server, space);
    await setPoints(server, space, person, 20);
    await limit(category, [level2]);
    await limit(other, [{ kind: 'grant' }]);
    const got = await missed(
      `category:${category}`,
      async () => {
        await move(await write(owner, category), other);
      },
      person,
    );
    expect(got).not.toContain(secret);
  });
});

it('Someone who resumes their own channel gets no text of a category that was closed meanwhile', async () => {
  const got = await missed(`user:${member.user.id}`, async () => {
    await write(owner, category, { body: `<p><a data-mention="${member.user.id}">@x</a> ${secret}</p>` });
    await limit(category, [level2]);
  });
  expect(got).toContain('"ok":true');
  expect(got).not.toContain(secret);
});

describe('Live channels of a closed category', () => {
  const like = async (person: TestPerson, post_id: string, isLiked: boolean) =>
    await person.call(isLiked ? 'like_post' : 'unlike_post', { post_id });
  /** A member one like above level 2, and the post whose like they can lose. */
  async function newcomer() {
    const person = await newMember(server, space);
    const own = await write(person, general, { title: 'Mine' });
    await setPoints(server, space, person, 4);
    await like(owner, own.id, true);
    return { person, own };
  }

  it('end when the level is lost', async () => {
    await limit(category, [level2]);
    const { person, own } = await newcomer();
    const closed = await write(owner, category);
    const live = await listen(server.url, person);
    for (const channel of [`space:${space.id}`, `category:${category}`, `post:${closed.id}`])
      expect((await live.subscribe(channel)).ok).toBe(true);
    await like(owner, own.id, false);
    expect(await outcomeOf(person.call('get_post', { post_id: closed.id }))).toBe('post_not_found');
    await vi.waitFor(() =>
      expect(live.closed.toSorted()).toEqual([`category:${category}`, `post:${closed.id}`]),
    );
    live.close();
  });

  it('end when the level is lost, of a post that was open to all when it was subscribed to', async () => {
    const { person, own } = await newcomer();
    const closed = await write(owner, category);
    const live = await listen(server.url, person);
    await live.subscribe(`space:${space.id}`);
    await live.subscribe(`post:${closed.id}`);
    await limit(category, [level2]);
    await live.received('categories.changed');
    await like(owner, own.id, false);
    await vi.waitFor(() => expect(live.closed).toEqual([`post:${closed.id}`]));
    live.close();
  });

  it('end for an admin who becomes a member, of a post that was open to all when it was subscribed to', async () => {
    const person = await newMember(server, space);
    await setRole(server, space.id, person.user.id, 'admin');
    const closed = await write(owner, category);
    const live = await listen(server.url, person);
    for (const channel of [`space:${space.id}`, `post:${closed.id}`]) await live.subscribe(channel);
    await limit(category, [level2]);
    // By then, the change of the category has been applied.
    await publishMarker(server, space.id, 7);
    await live.received('space.member_count_changed', ({ payload }) => payload.member_count === 7);
    await owner.call('set_member_role', { space_id: space.id, user_id: person.user.id, role: 'member' });
    await vi.waitFor(() => expect(live.closed).toEqual([`post:${closed.id}`]));
    live.close();
  });

  it('end when a post is moved there', async () => {
    await limit(category, [level2]);
    const post = await write(owner, general);
    const live = await listen(server.url, member);
    await live.subscribe(`space:${space.id}`);
    await live.subscribe(`post:${post.id}`);
    await move(post, category);
    await vi.waitFor(() => expect(live.closed).toEqual([`post:${post.id}`]));
    expect(live.events.map(({ type }) => type)).not.toContain('post.changed');
    live.close();
  });
});

it('The channels of a category that gets rules end for those who do not meet them, checked with as many statements for many as for few', async () => {
  const advanced = await newMember(server, space);
  await setPoints(server, space, advanced, 5);
  const strangers = [await newPersonBySql(server), undefined];
  const few = [await newMember(server, space), ...strangers];
  const many = [...few, ...(await Promise.all([1, 2, 3, 4].map(() => newMember(server, space))))];
  const countChecks = async (people: (TestClient | undefined)[]): Promise<number> => {
    const id = await newCategory(server, owner, space, `Inner circle ${newId()}`);
    const { id: post_id } = await write(owner, id);
    const channels = [`category:${id}`, `post:${post_id}`];
    const listeners = await Promise.all([owner, advanced, ...people].map((each) => listen(server.url, each)));
    for (const live of listeners)
      for (const channel of channels) expect((await live.subscribe(channel)).ok).toBe(true);
    const [ofOwner, ofAdvanced, ...rest] = listeners;
    const queries = await recordQueries(async () => {
      await limit(id, [level2]);
      for (const live of rest) await vi.waitFor(() => expect(live.closed.toSorted()).toEqual(channels));
    });
    expect([ofOwner?.closed, ofAdvanced?.closed]).toEqual([[], []]);
    for (const live of listeners) live.close();
    return queries.length;
  };
  expect(await countChecks(many)).toBe(await countChecks(few));
});

it('The channels of a category and its posts end for someone who takes back that they completed a page', async () => {
  const course = await newCourse(owner, space, { is_published: true });
  const { id: page_id } = await newPage(owner, course, { is_published: true });
  await limit(category, [{ kind: 'prerequisite', target: { kind: 'page', id: page_id } }]);
  await member.call('set_page_completion', { page_id, completed: true });
  const closed = await write(owner, category);
  const live = await listen(server.url, member);
  for (const channel of [`category:${category}`, `post:${closed.id}`])
    expect((await live.subscribe(channel)).ok).toBe(true);
  await member.call('set_page_completion', { page_id, completed: false });
  await vi.waitFor(() =>
    expect(live.closed.toSorted()).toEqual([`category:${category}`, `post:${closed.id}`]),
  );
  live.close();
});

it('A post that is moved to a closed category is all that those who cannot open it check again', async () => {
  await limit(category, [level2]);
  const post = await write(owner, general);
  const live = await listen(server.url, member);
  await live.subscribe(`space:${space.id}`);
  // The change of the category can arrive late.
  await publishMarker(server, space.id, 8);
  await live.received('space.member_count_changed', ({ payload }) => payload.member_count === 8);
  const before = live.events.length;
  await move(post, category);
  const { payload } = await live.received('post.moved');
  expect(payload).toEqual({
    space_id: space.id,
    post_id: post.id,
    category_id: null,
    is_limited: true,
    version: post.version + 1,
  });
  expect(live.events.slice(before).map(({ type }) => type)).not.toContain('categories.changed');
  live.close();
});

it.each(['without rules', 'with rules'])(
  'The id of a closed category to which a post is moved from one %s is received by those who can open it, and nobody else',
  async (kind) => {
    const before =
      kind === 'with rules' ? await newCategory(server, owner, space, `Outer ${newId()}`) : general;
    if (before !== general) await limit(before, [level2]);
    await limit(category, [{ kind: 'grant' }]);
    const [advanced, reader] = [await newMember(server, space), await newMember(server, space)];
    for (const person of [advanced, reader]) await setPoints(server, space, person, 5);
    const to = { user_id: reader.user.id };
    const given = { space_id: space.id, category_id: category, client_id: newId(), to };
    await owner.call('give_category_access', given);
    const post = await write(owner, before);
    const listeners = await Promise.all([member, advanced, reader].map((each) => listen(server.url, each)));
    const [ofMember, ofAdvanced, ofReader] = listeners;
    for (const live of listeners)
      for (const channel of [
        `space:${space.id}`,
        `post:${post.id}`,
        `category:${before}`,
        `category:${category}`,
      ])
        await live.subscribe(channel);
    await move(post, category);
    const moved = await ofReader?.received('post.moved', ({ channel }) => channel === `category:${category}`);
    expect(moved?.payload).toMatchObject({ post_id: post.id, category_id: category, is_limited: true });
    await ofReader?.received('post.changed', ({ payload }) => payload.post.id === post.id);
    markers += 1;
    const marker = markers;
    await publishMarker(server, space.id, marker);
    for (const live of [ofMember, ofAdvanced]) {
      await live?.received('post.moved', ({ payload }) => payload.post_id === post.id);
      await live?.received('space.member_count_changed', ({ payload }) => payload.member_count === marker);
      expect(JSON.stringify(live?.events)).not.toContain(category);
    }
    for (const live of listeners) live.close();
  },
);

describe('A category that is closed while a request runs', () => {
  /** Returns the titles that everyone in the space received after the change of the category. */
  async function titlesAfter(write: () => Promise<unknown>, until: RegExp): Promise<string[]> {
    const live = await listen(server.url, member);
    await live.subscribe(`space:${space.id}`);
    const { held, release } = holdQueries(until);
    const writing = write();
    await held;
    // It waits for the request, or doesn't and is done.
    const closing = limit(category, [level2]);
    await Promise.race([closing, untilWaiting(server.db, '%from space_categories%for update%')]);
    release();
    await Promise.all([writing, closing]);
    markers += 1;
    const marker = markers;
    await publishMarker(server, space.id, marker);
    await live.received('space.member_count_changed', ({ payload }) => payload.member_count === marker);
    live.close();
    const types = live.events.map(({ type }) => type);
    const rest = live.events.slice(types.indexOf('categories.changed'));
    return rest.flatMap(({ payload }) => ('post' in payload ? [payload.post.title] : []));
  }

  it('does not show everyone in the space a post that was being written', async () => {
    expect(await titlesAfter(() => write(owner, category), /drafts/)).toEqual([]);
  });
});

describe('A category that is closed while a request waits for it', () => {
  /** Closes a category in a transaction for which a request then waits. Returns its outcome. */
  async function outcomeWhileClosing(
    of: string,
    request: () => Promise<unknown>,
    where = space,
  ): Promise<string> {
    const writing = await server.db.transaction().execute(async (tx) => {
      await sql`select from space_categories where id = ${of}::uuid for update`.execute(tx);
      const waiting = outcomeOf(request());
      await Promise.race([waiting, untilWaiting(server.db, '%from space_categories k%for key share%')]);
      await sql`insert into access_rules (space_id, category_id, match, rules, updated_at)
        values (${where.id}::uuid, ${of}::uuid, 'all', ${JSON.stringify([level2])}::jsonb, now())`.execute(
        tx,
      );
      return { waiting };
    });
    return await writing.waiting;
  }

  it('takes no post, comment or edit of someone who cannot open it any more', async () => {
    const post = await write(member, category);
    const comment = await newComment(member, post.id);
    const requests: [string, () => Promise<unknown>][] = [
      ['category_locked', () => write(member, category)],
      [
        'post_not_found',
        () => member.call('create_comment', { client_id: newId(), post_id: post.id, body: '<p>a</p>' }),
      ],
      ['post_not_found', () => move({ ...post, title: 'Another title' }, category, member)],
      [
        'comment_not_found',
        () => member.call('update_comment', { comment_id: comment.id, body: '<p>b</p>' }),
      ],
    ];
    for (const [expected, request] of requests) {
      await limit(category, []);
      expect(await outcomeWhileClosing(category, request)).toBe(expected);
    }
  });

  it('takes a comment of someone who can open it, and notifies no one else', async () => {
    // A space whose categories had no rules when the request began.
    const own = await newSpace(owner);
    await member.call('public_join_space', { space_id: own.id });
    const only = own.categories[0]?.id ?? '';
    const post = await newPost(owner, own, { category_id: only });
    const body = `<p><a data-mention="${member.user.id}">@x</a> Still here</p>`;
    const comment = { client_id: newId(), post_id: post.id, body };
    const outcome = outcomeWhileClosing(only, () => owner.call('create_comment', comment), own);
    expect(await outcome).toBe('done');
    const { notifications } = await member.call('get_notifications_with_actors', {});
    expect(notifications.filter(({ post_id }) => post_id === post.id)).toEqual([]);
  });

  it('takes no reaction or vote of someone who cannot open it any more', async () => {
    const post = await write(owner, category, { body: '', poll });
    const post_id = post.id;
    const option_ids = [post.poll?.options[0]?.id ?? ''];
    const { id: comment_id } = await newComment(owner, post_id);
    const requests: [string, () => Promise<unknown>][] = [
      ['post_not_found', () => member.call('like_post', { post_id })],
      ['comment_not_found', () => member.call('like_comment', { comment_id })],
      ['post_not_found', () => member.call('vote_in_poll', { post_id, option_ids })],
    ];
    for (const [expected, request] of requests) {
      await limit(category, []);
      expect(await outcomeWhileClosing(category, request)).toBe(expected);
    }
    const after = (await owner.call('get_post', { post_id })).post;
    expect(after).toMatchObject({ like_count: 0, poll: { voter_count: 0, closed_at: null } });
    expect(await owner.call('like_comment', { comment_id })).toMatchObject({ like_count: 1 });
  });

  it.each<[string, (post: PostDetail) => Promise<unknown>]>([
    ['a reaction', ({ id: post_id }) => owner.call('like_post', { post_id })],
    [
      'a vote',
      ({ id: post_id, poll: asked }) =>
        owner.call('vote_in_poll', { post_id, option_ids: [asked?.options[0]?.id ?? ''] }),
    ],
    ['the end of a poll', ({ id: post_id }) => owner.call('close_poll', { post_id })],
    ['a pin', ({ id: post_id }) => owner.call('pin_post', { post_id })],
    ['closed comments', ({ id: post_id }) => owner.call('set_comments_closed', { post_id, closed: true })],
    ['a deletion', ({ id: post_id }) => owner.call('delete_post', { post_id })],
  ])('gets the event of %s, and the space does not', async (_what, change) => {
    const post = await write(owner, category, { poll });
    const about = async (channel: string) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from live_events
        where channel = ${channel} and payload::text like ${`%${post.id}%`}`.execute(server.db);
      return rows[0]?.count;
    };
    const before = await about(`space:${space.id}`);
    expect(await outcomeWhileClosing(category, () => change(post))).toBe('done');
    expect([await about(`space:${space.id}`), await about(`category:${category}`)]).toEqual([before, 1]);
  });

  it('takes no post that its author sends again', async () => {
    const client_id = newId();
    await write(member, category, { client_id });
    const again = () => write(member, category, { client_id });
    expect(await outcomeWhileClosing(category, again)).toBe('category_locked');
  });

  it('takes no edit of a comment whose post is being moved there', async () => {
    await limit(category, [level2]);
    const post = await write(owner, general);
    const { id: comment_id } = await newComment(member, post.id);
    const { edit } = await server.db.transaction().execute(async (tx) => {
      await sql`update posts set category_id = ${category}::uuid where id = ${post.id}::uuid`.execute(tx);
      const waiting = outcomeOf(member.call('update_comment', { comment_id, body: '<p>b</p>' }));
      await Promise.race([waiting, untilWaiting(server.db, '%from posts%for no key update%')]);
      return { edit: waiting };
    });
    expect(await edit).toBe('comment_not_found');
  });
});

it('The author of a post of a closed category does not get it by sending it again', async () => {
  const client_id = newId();
  await setPoints(server, space, member, 20);
  await write(member, category, { client_id });
  await limit(category, [level2]);
  expect(await outcomeOf(write(member, category, { client_id }))).toBe('done');
  await setPoints(server, space, member, 0);
  expect(await outcomeOf(write(member, category, { client_id }))).toBe('category_locked');
  expect(await outcomeOf(write(member, general, { client_id }))).toBe('category_locked');
});
