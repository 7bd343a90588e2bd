import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { newComment, newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { setPoints } from '#testing/samples/course-access.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
const day = 24 * 60 * 60 * 1000;
const level2: AccessRule = { kind: 'level', level: 2 };
let owner: TestPerson;
let admin: TestPerson;
/** At level 2, so that they meet the rule. */
let open: TestPerson;
let locked: TestPerson;
let stranger: TestPerson;
let former: TestPerson;
let space: Space;
let general: string;
let limited: string;
/** In the limited category, with an image, a poll and a comment with an image. */
let post: PostDetail;
let poll: PostDetail;
let image: { url: string };
let commentImage: { url: string };
let comment: Awaited<ReturnType<typeof newComment>>;

const limit = (category_id: string, rules: AccessRule[]) =>
  owner.call('set_category_access', { space_id: space.id, category_id, match: 'all', rules });
const write = async (person: TestPerson, category_id: string, fields: object = {}) => {
  const { post: written } = await person.call('create_post', {
    space_id: space.id,
    client_id: newId(),
    title: 'A post for some',
    body: '<p>The secret starter</p>',
    category_id,
    ...fields,
  });
  return written;
};

beforeAll(async () => {
  [owner, stranger] = [await newPerson(server), await newPerson(server)];
  space = await newSpace(owner);
  [admin, open, locked, former] = [
    await newMember(server, space),
    await newMember(server, space),
    await newMember(server, space),
    await newMember(server, space),
  ];
  await setRole(server, space.id, admin.user.id, 'admin');
  for (const person of [open, former]) await setPoints(server, space, person, 20);
  await former.call('leave_space', { space_id: space.id });
  general = await newCategory(server, owner, space, 'General');
  limited = await newCategory(server, owner, space, 'Inner circle');
  const upload = await newUpload(owner, { purpose: 'post_image', space_id: space.id });
  image = upload;
  post = await write(owner, limited, { upload_ids: [upload.id] });
  poll = await write(owner, limited, {
    body: '',
    poll: { question: 'Which one?', multiple: false, closes_at: null, options: ['One', 'Two'] },
  });
  comment = await newComment(owner, post.id);
  const shown = await newUpload(owner, { purpose: 'comment_image', space_id: space.id });
  commentImage = shown;
  await owner.call('create_comment', {
    post_id: post.id,
    client_id: newId(),
    body: '<p>Look</p>',
    upload_id: shown.id,
  });
  await limit(limited, [level2]);
});
afterEach(() => setClockOffset(0));

type Reader = Pick<TestPerson, 'call' | 'fetch'>;
const listed = async (person: Reader, input: object = {}) => {
  const { posts } = await person.call('list_posts', { space_id: space.id, ...input });
  return posts.some(({ id }) => id === post.id);
};

/** What each surface says about the post: `true` if it shows it. */
const surfaces: [name: string, shows: (person: Reader) => Promise<boolean>][] = [
  ['the feed by activity', (person) => listed(person)],
  ['the newest posts', (person) => listed(person, { sort: 'new' })],
  ['the best posts', (person) => listed(person, { sort: 'top', period: 'all' })],
  ['the best posts of a week', (person) => listed(person, { sort: 'top', period: '7d' })],
  ['its category', (person) => listed(person, { category_id: limited })],
  [
    'the titles of its category',
    async (person) => {
      const category = { space_id: space.id, category_id: limited };
      return (await person.call('list_category_posts', category)).posts.length > 0;
    },
  ],
  ['its page', async (person) => (await outcomeOf(person.call('get_post', { post_id: post.id }))) === 'done'],
  [
    'its address',
    async (person) => {
      const address = { subdomain: space.subdomain, slug: post.slug };
      const byId = { ...address, slug: post.id };
      const outcomes = [
        await outcomeOf(person.call('get_post_by_slug', address)),
        await outcomeOf(person.call('get_post_by_slug', byId)),
      ];
      expect(outcomes[0]).toBe(outcomes[1]);
      return outcomes[0] === 'done';
    },
  ],
  [
    'its comments',
    async (person) => (await outcomeOf(person.call('list_comments', { post_id: post.id }))) === 'done',
  ],
  [
    'who likes it',
    async (person) => (await outcomeOf(person.call('list_post_likes', { post_id: post.id }))) === 'done',
  ],
  [
    'the replies to a comment',
    async (person) =>
      (await outcomeOf(person.call('list_replies', { post_id: post.id, thread_id: comment.id }))) === 'done',
  ],
  [
    'the address of a comment',
    async (person) => {
      const where = { space_id: space.id, target_id: comment.id };
      return (await person.call('find_comment', where)).post !== null;
    },
  ],
  [
    'who likes a comment',
    async (person) =>
      (await outcomeOf(person.call('list_comment_likes', { comment_id: comment.id }))) === 'done',
  ],
  ['its poll', async (person) => (await outcomeOf(person.call('get_poll', { post_id: poll.id }))) === 'done'],
  ['the image of a comment', async (person) => (await person.fetch(commentImage.url)).status === 200],
  ['its image', async (person) => (await person.fetch(image.url)).status === 200],
];

describe('A post of a category with rules', () => {
  it.each(surfaces)('is shown by %s to those who meet them, and to no one else', async (_name, shows) => {
    const seen = {
      owner: await shows(owner),
      admin: await shows(admin),
      open: await shows(open),
      locked: await shows(locked),
      stranger: await shows(stranger),
      former: await shows(former),
      visitor: await shows(server.client()),
    };
    expect(seen).toEqual({
      owner: true,
      admin: true,
      open: true,
      locked: false,
      stranger: false,
      former: false,
      visitor: false,
    });
  });

  it('is not found by someone who writes to it without meeting them', async () => {
    const post_id = post.id;
    for (const write of [
      () => locked.call('like_post', { post_id }),
      () => locked.call('create_comment', { post_id, client_id: newId(), body: '<p>Hello</p>' }),
      () => locked.call('report_post', { post_id, reason: 'spam' }),
      () => locked.call('unlike_post', { post_id }),
      () => locked.call('mute_post', { post_id, duration: 'always' }),
      () => locked.call('list_post_revisions', { post_id }),
      () => locked.call('vote_in_poll', { post_id: poll.id, option_ids: [poll.poll?.options[0]?.id ?? ''] }),
    ])
      expect(await outcomeOf(write())).toBe('post_not_found');
    const comment_id = comment.id;
    for (const write of [
      () => locked.call('like_comment', { comment_id }),
      () => locked.call('report_comment', { comment_id, reason: 'spam' }),
      () => locked.call('list_comment_versions', { comment_id }),
    ])
      expect(await outcomeOf(write())).toBe('comment_not_found');
  });

  it('can be written, and moved there, by those who meet them only', async () => {
    expect(await outcomeOf(write(locked, limited))).toBe('category_locked');
    expect(await outcomeOf(write(open, limited))).toBe('done');
    const own = await write(locked, general);
    const move = locked.call('update_post', {
      post_id: own.id,
      revision: own.revision,
      title: own.title,
      body: own.body,
      category_id: limited,
      upload_ids: [],
    });
    expect(await outcomeOf(move)).toBe('category_locked');
  });

  it('is closed to its author, too, while they do not meet them', async () => {
    const own = await write(open, limited);
    const read = () => outcomeOf(open.call('get_post', { post_id: own.id }));
    await setPoints(server, space, open, 0);
    expect(await read()).toBe('post_not_found');
    expect(await outcomeOf(open.call('delete_post', { post_id: own.id }))).toBe('post_not_found');
    await setPoints(server, space, open, 20);
    expect(await read()).toBe('done');
  });

  it('is not pinned above the feed of those who do not meet them', async () => {
    await owner.call('pin_post', { post_id: post.id });
    expect([await listed(locked), await listed(open)]).toEqual([false, true]);
    expect([await listed(locked, { sort: 'new' }), await listed(open, { sort: 'new' })]).toEqual([
      false,
      true,
    ]);
    await owner.call('unpin_post', { post_id: post.id });
  });

  it('is not in the sitemap', async () => {
    const text = await (await server.client().fetch('/sitemap-posts.xml')).text();
    expect(text).not.toContain(`/${space.subdomain}/post/${post.slug}<`);
  });
});

describe('The feed of someone who cannot open a category', () => {
  it('has all posts of the others, in order, over all pages', async () => {
    const own = await newSpace(owner);
    const [first, second, closed] = [
      await newCategory(server, owner, own, 'First'),
      await newCategory(server, owner, own, 'Second'),
      await newCategory(server, owner, own, 'Closed'),
    ];
    const person = await newMember(server, own);
    const titles: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const category_id = [first, second, closed][n % 3] ?? first;
      const title = `Post ${String(n).padStart(2, '0')}`;
      await owner.call('create_post', {
        space_id: own.id,
        client_id: newId(),
        title,
        body: '<p>Text</p>',
        category_id,
      });
      if (category_id !== closed) titles.unshift(title);
    }
    const rules = [level2];
    await owner.call('set_category_access', { space_id: own.id, category_id: closed, match: 'all', rules });
    for (const sort of ['default', 'new'] as const) {
      const found: string[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await person.call('list_posts', { space_id: own.id, sort, cursor });
        found.push(...page.posts.map(({ title }) => title));
        more = page.next_cursor !== null;
        cursor = page.next_cursor ?? undefined;
      }
      expect(found).toEqual(titles);
    }
  });

  it('follows levels, access by hand, dates and the rules themselves', async () => {
    const person = await newMember(server, space);
    expect(await listed(person)).toBe(false);
    await setPoints(server, space, person, 20);
    expect(await listed(person)).toBe(true);
    const category = { space_id: space.id, category_id: limited };
    const at = new Date(Date.now() + day).toISOString();
    await limit(limited, [{ kind: 'date', at }]);
    expect(await listed(person)).toBe(false);
    const to = { user_id: person.user.id };
    await owner.call('give_category_access', { ...category, client_id: newId(), to });
    expect(await listed(person)).toBe(true);
    await owner.call('take_category_access', { ...category, from: to });
    expect(await listed(person)).toBe(false);
    setClockOffset(day + 1_000);
    expect([await listed(person), await listed(server.client())]).toEqual([true, true]);
    setClockOffset(0);
    await limit(limited, []);
    expect([await listed(locked), await listed(server.client())]).toEqual([true, true]);
    await limit(limited, [level2]);
    expect(await listed(locked)).toBe(false);
  });

  it('says which categories are locked and why, and shows the rules to editors only', async () => {
    const locksOf = async (person: Reader) =>
      (await person.call('list_category_locks', { space_id: space.id })).categories;
    expect(await locksOf(locked)).toMatchObject([
      { category_id: limited, lock: { unmet: [{ rule: level2 }] }, access: null },
    ]);
    expect(await locksOf(open)).toEqual([{ category_id: limited, lock: null, access: null }]);
    expect(await locksOf(admin)).toEqual([
      { category_id: limited, lock: null, access: { match: 'all', rules: [level2] } },
    ]);
    const { space: seen } = await locked.call('get_space', { subdomain: space.subdomain });
    expect(seen.categories.filter(({ is_limited }) => is_limited).map(({ id }) => id)).toEqual([limited]);
    const table = await owner.call('list_category_access', { space_id: space.id, category_id: limited });
    const row = table.members.find(({ person: { id } }) => id === locked.user.id);
    expect(row).toMatchObject({ is_open: false, locked_by: [{ item: { kind: 'category', id: limited } }] });
    const set = locked.call('set_category_access', {
      space_id: space.id,
      category_id: limited,
      match: 'all',
      rules: [],
    });
    expect(await outcomeOf(set)).toBe('not_allowed');
    await expect(limit(newId(), [level2])).rejects.toMatchObject({ code: 'category_not_found', status: 404 });
  });
});

it('Who closes a category and gives access to it is in the audit log, by its name', async () => {
  const own = await newSpace(owner);
  const [category] = own.categories;
  const of = { space_id: own.id, category_id: category?.id ?? '' };
  const guest = await newMember(server, own);
  await owner.call('set_category_access', { ...of, match: 'all', rules: [level2] });
  const to = { user_id: guest.user.id };
  await owner.call('give_category_access', { ...of, client_id: newId(), to });
  await owner.call('take_category_access', { ...of, from: to });
  const { actions } = await owner.call('list_audit_log', { space_id: own.id });
  const details = { name: category?.name };
  expect(actions).toMatchObject([
    { action: 'access_taken', target: { id: guest.user.id }, details },
    { action: 'access_given', target: { id: guest.user.id }, details },
    { action: 'access_limited', target: null, details },
  ]);
});

describe('Notifications of a post of a category with rules', () => {
  const mentionOf = ({ user }: TestPerson) => `<p><a data-mention="${user.id}">@${user.full_name}</a></p>`;
  const notified = async (person: TestPerson, postId: string) => {
    const { notifications } = await person.call('get_notifications_with_actors', {});
    return notifications.filter(({ post_id, target_id }) => [post_id, target_id].includes(postId)).length;
  };

  it('reach those who can open it only: mentions, comments and likes', async () => {
    const own = await write(open, limited, { body: `${mentionOf(locked)}${mentionOf(admin)}` });
    expect([await notified(locked, own.id), await notified(admin, own.id)]).toEqual([0, 1]);
    await setPoints(server, space, open, 0);
    await newComment(owner, own.id);
    await owner.call('like_post', { post_id: own.id });
    expect(await notified(open, own.id)).toBe(0);
    await setPoints(server, space, open, 20);
    await newComment(admin, own.id);
    expect(await notified(open, own.id)).toBe(1);
  });
});

describe('Live events of a category with rules', () => {
  it('go to a channel that only those who can open it may subscribe to', async () => {
    const mine = async (channel: string) =>
      (await publishedEvents(server, channel, 'post.created')).filter(
        ({ post: { category_id } }) => category_id === limited,
      ).length;
    const before = await mine(`category:${limited}`);
    const inSpaceBefore = await mine(`space:${space.id}`);
    const written = await write(open, limited);
    await open.call('like_post', { post_id: written.id });
    await newComment(owner, written.id);
    expect(await mine(`category:${limited}`)).toBe(before + 1);
    expect(await mine(`space:${space.id}`)).toBe(inSpaceBefore);
    const counts = await publishedEvents(server, `space:${space.id}`, 'post.stats_changed');
    expect(counts.some(({ post_id }) => post_id === written.id)).toBe(false);
    const changed = await publishedEvents(server, `category:${limited}`, 'post.stats_changed');
    expect(changed.filter(({ post_id }) => post_id === written.id)).toHaveLength(2);
    for (const [person, ok] of [
      [open, true],
      [admin, true],
      [locked, false],
      [stranger, false],
    ] as const) {
      const listener = await listen(server.url, person);
      for (const channel of [`category:${limited}`, `post:${written.id}`])
        expect((await listener.subscribe(channel)).ok).toBe(ok);
      listener.close();
    }
  });

  it('reach the page of a post, which is not subscribed to its category', async () => {
    const { id: post_id } = await write(owner, limited);
    const received = async (type: 'post.stats_changed' | 'post.changed') =>
      (await publishedEvents(server, `post:${post_id}`, type)).length;
    const { id: comment_id } = await newComment(open, post_id);
    expect(await received('post.stats_changed')).toBe(1);
    await open.call('delete_comment', { comment_id });
    expect(await received('post.stats_changed')).toBe(2);
    await owner.call('set_comments_closed', { post_id, closed: true });
    expect(await received('post.changed')).toBe(1);
  });

  it('about it reach nobody else, whatever happens to a post', async () => {
    const people = { open, admin, locked, stranger, former };
    const listeners = await Promise.all(
      Object.entries(people).map(async ([name, person]) => {
        const listener = await listen(server.url, person);
        for (const channel of [`space:${space.id}`, `category:${limited}`, `user:${person.user.id}`])
          await listener.subscribe(channel);
        return { name, listener };
      }),
    );
    const written = await write(owner, limited);
    const post_id = written.id;
    await open.call('like_post', { post_id });
    const { id: comment_id } = await newComment(open, post_id);
    await open.call('like_comment', { comment_id });
    await owner.call('pin_post', { post_id });
    const { revision, title } = written;
    await owner.call('update_post', { post_id, revision, title, body: '<p>Edited</p>', upload_ids: [] });
    await owner.call('delete_post', { post_id });
    const last = await write(owner, general);
    for (const { name, listener } of listeners) {
      await listener.received('post.created', ({ payload }) => payload.post.id === last.id);
      const about = listener.events.filter((event) => JSON.stringify(event).includes(post_id));
      expect([name, about.length > 0]).toEqual([name, name === 'open' || name === 'admin']);
      listener.close();
    }
  });

  it('end for someone for whom the category is closed', async () => {
    const category_id = await newCategory(server, owner, space, 'Soon closed');
    const written = await write(owner, category_id);
    const listener = await listen(server.url, locked);
    await listener.subscribe(`post:${written.id}`);
    await limit(category_id, [level2]);
    await vi.waitFor(() => expect(listener.closed).toContain(`post:${written.id}`));
    listener.close();
  });
});
