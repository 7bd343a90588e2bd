// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Locale } from '#contract/i18n/locale.ts';
import type { Account } from '#contract/users.ts';
import type { TextPiece } from '#web/lib/page-parts.ts';
import { anAccount, aPerson, aPost, aSpace, idOf, timeOf } from '#web-testing/fixtures.ts';
import { textOf } from '#web-testing/page-text.ts';
import { render } from '../entry-server.tsx';

// Other test files of this process may have left a page. Servers have none.
beforeEach(() => {
  vi.stubGlobal('window', undefined);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(timeOf(90_000)) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Visit {
  viewer?: Account | null;
  space?: Space;
  posts?: Post[];
  locale?: Locale;
  search?: string;
  openedPins?: string;
  parts?: Parts;
}

/** HTML in memory, by the text of its key. */
class Parts {
  readonly html = new Map<string, string>();
  get(key: readonly TextPiece[]) {
    const known = this.html.get(textOf(key));
    return known === undefined ? undefined : Buffer.from(known);
  }
  set(key: readonly TextPiece[], html: Uint8Array) {
    this.html.set(textOf(key), textOf([html]));
  }
}

const assets = { entry: '/assets/entry.js', styles: [], fontUrl: null, preloads: {} };

async function renderFeed({ viewer = null, space = aSpace(), posts = allPosts(), ...visit }: Visit) {
  const { locale = 'en-US', search = '', openedPins, parts } = visit;
  const { status, failure, html } = await render(
    {
      url: `/bread/space${search}`,
      nonce: 'n0nce',
      theme: null,
      cookieOf: (name) => (name === 'opened_pins' ? (openedPins ?? null) : null),
      locale,
      origin: 'https://hearth.example',
      brandName: 'Hearth',
      fetchApi: async (_path, { operation }) => {
        const outputs: Record<string, unknown> = {
          get_session: { session: null, user: viewer },
          get_space: { space, live_cursor: 1 },
          list_posts: { posts, next_cursor: null, live_cursor: 1 },
        };
        return { status: 200, json: async () => outputs[operation] ?? {} };
      },
      ...(parts && { parts }),
    },
    assets,
  );
  expect(failure).toBeUndefined();
  expect(status).toBe(200);
  return textOf(html);
}

const image = {
  id: idOf(40),
  url: '/files/40',
  file_name: 'rye.png',
  kind: 'image' as const,
  width: 300,
  height: 200,
  color: '#808080',
  sizes: [],
};
const poll = {
  question: 'Rye or wheat?',
  multiple: false,
  closes_at: timeOf(95_000),
  closed_at: null,
  voter_count: 1,
  options: [
    { id: idOf(51), text: 'Rye', vote_count: null },
    { id: idOf(52), text: 'Wheat', vote_count: null },
  ],
  viewer_option_ids: [],
  version: 1,
};
const someone = aPerson({ id: idOf(60), full_name: 'Ines <b>' });

/** One post of each kind that a card shows differently. */
const kinds: Partial<Post>[] = [
  {},
  { attachments: [image] },
  { poll },
  { has_liked: true, like_count: 3, reaction_counts: { celebrate: 2 }, my_reactions: ['celebrate'] },
  { comment_count: 2, commenters: [someone], last_comment_at: timeOf(89_000) },
  { edited_at: timeOf(50), category_id: idOf(70), post_type: 'announcement', author: someone },
  {
    link_preview: {
      url: 'https://rye.example',
      title: 'Rye & <i>',
      description: null,
      site_name: 'Rye',
      image,
    },
  },
  { excerpt: '', title: '_R_1_ </script>' },
  { title: 'Far away' },
];
const toPosts = (list: readonly Partial<Post>[]) =>
  list.map((fields, n) => {
    const { body: _, ...post } = aPost({
      id: idOf(n + 1),
      slug: `post-${n}`,
      created_at: timeOf(n),
      ...fields,
    });
    return post;
  });
const allPosts = () => toPosts(kinds);
const pinned = () =>
  toPosts([{ pinned_at: timeOf(80), attachments: [image] }, { pinned_at: timeOf(70) }, {}]);

const member = anAccount({ id: idOf(80), full_name: 'Mo' });
const other = anAccount({ id: idOf(81), full_name: 'Ola' });
const author = anAccount({ id: aPost().user_id });
const category = { id: idOf(70), name: 'Loaves', icon: '🍞', is_limited: false };
const inCategories = aSpace({ categories: [category] as never });
const asEditor = aSpace({ permissions: { ...aSpace().permissions, canEditSpace: true, isAdmin: true } });
const asStranger = aSpace({ membership: null });
const opened = `${member.id.slice(-8)}.${idOf(1).slice(-8)}`;

const visits: Visit[] = [
  { viewer: member },
  { viewer: other },
  { viewer: author },
  {},
  { space: asStranger },
  { viewer: member, space: asStranger },
  { viewer: member, space: asEditor },
  { viewer: member, space: inCategories },
  { viewer: member, locale: 'en-XA' },
  { viewer: member, search: '?sort=new' },
  { viewer: member, posts: pinned() },
  { viewer: member, posts: pinned(), openedPins: opened },
  { viewer: other, posts: pinned(), openedPins: opened },
  { viewer: member, posts: pinned(), openedPins: opened, search: '?sort=new' },
  { viewer: member, posts: toPosts([...kinds.slice(3), ...kinds.slice(0, 3)]) },
];

/** Changes of a post that a card shows, each alone. */
const changes: Partial<Post>[] = [
  { title: 'Renamed' },
  { excerpt: 'Another text' },
  { slug: 'another' },
  { has_liked: true },
  { like_count: 1 },
  { my_reactions: ['celebrate'], reaction_counts: { celebrate: 1 } },
  { comment_count: 1 },
  { last_comment_at: timeOf(80_000), comment_count: 1 },
  { author: aPerson({ full_name: 'Bo' }) },
  { author: aPerson({ level: 4 }) },
  { deleted_at: timeOf(5) },
  { edited_at: timeOf(5) },
  {
    files: [
      {
        id: idOf(41),
        kind: 'document',
        file_name: 'a.pdf',
        mime_type: 'application/pdf',
        byte_size: 9,
        url: '/files/41',
      },
    ],
  },
];

describe('A page with parts in memory', () => {
  it('is the same as one that is rendered as a whole, for everyone and in any order', async () => {
    const parts = new Parts();
    for (const round of [1, 2]) {
      for (const [index, visit] of [...visits, ...visits.toReversed()].entries())
        expect(await renderFeed({ ...visit, parts }), `visit ${index} in round ${round}`).toBe(
          await renderFeed(visit),
        );
    }
  });

  it('shows each change of a post', async () => {
    const parts = new Parts();
    const before = await renderFeed({ viewer: member, posts: toPosts([{}]), parts });
    for (const change of changes) {
      const posts = toPosts([change]);
      const after = await renderFeed({ viewer: member, posts, parts });
      expect(after).toBe(await renderFeed({ viewer: member, posts }));
      expect(after).not.toBe(before);
    }
  });

  it('shows how long ago things happened', async () => {
    const parts = new Parts();
    const posts = toPosts([{ created_at: timeOf(90_000 - 120) }]);
    expect(await renderFeed({ posts, parts })).toContain('2m</time>');
    vi.setSystemTime(Date.parse(timeOf(90_000 + 60)));
    expect(await renderFeed({ posts, parts })).toContain('3m</time>');
  });

  it('gives cards the IDs that they have in the browser, which tell how many posts there are', async () => {
    const idsOf = async (count: number) => {
      const posts = toPosts([{}, {}, { poll }, ...Array.from({ length: count - 3 }, () => ({}))]);
      return (await renderFeed({ viewer: member, posts })).match(/_R_\w+_/g);
    };
    expect(await idsOf(9)).not.toBeNull();
    expect(await idsOf(9)).not.toEqual(await idsOf(20));
    expect(await idsOf(20)).toEqual(await idsOf(25));
  });

  it('has the same cards for all members, and what is around them', async () => {
    const parts = new Parts();
    await renderFeed({ viewer: member, parts });
    const rendered = [...parts.html.keys()];
    // Eight cards, the text of the ninth, the tabs and the placeholder of the second column.
    expect(rendered).toHaveLength(11);
    for (const [key, card] of parts.html) parts.html.set(key, card.replace('<article', '<article data-kept'));
    const html = await renderFeed({ viewer: other, parts });
    expect([...parts.html.keys()]).toEqual(rendered);
    // All but the poll, whose fields have IDs of their page, the image at the top, which its head loads, and a text like such an ID.
    expect(html.match(/data-kept/g)).toHaveLength(5);
  });
});
