// @vitest-environment node
import { expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { aSpace } from '#web-testing/fixtures.ts';
import { textOf } from '#web-testing/page-text.ts';
import { render } from '../entry-server.tsx';

const id = '019a0000-0000-7000-8000-000000000001';
const at = '2026-11-21T04:00:00.000Z';
const rights = {
  isOwner: false,
  isAdmin: false,
  canEditSpace: false,
  canManageMembers: false,
  canCreateContent: false,
  canAccessSettings: false,
};
const publicSpace: Space = aSpace({
  id,
  name: 'Film & "grain"',
  subdomain: 'film',
  short_description: '</script><script>alert(1)</script><!-- \u2028',
  description: null,
  icon_image: '/files/icon.webp',
  cover_image: null,
  primary_color: '#26A69A',
  is_private: false,
  pricing_type: 'free',
  price_per_month: null,
  topic: null,
  member_count: 42,
  owner_id: id,
  about_description: null,
  course_count: 0,
  feature_classroom_enabled: true,
  feature_calendar_enabled: true,
  feature_map_enabled: false,
  feature_7_day_trial_enabled: false,
  rules_list: null,
  categories: [],
  support_email: null,
  intro_media_type: 'none',
  intro_media_url: null,
  intro_media_thumbnail_url: null,
  created_at: at,
  updated_at: at,
  owner: null,
  staff: [],
  can_read: true,
  membership: null,
  join_requested: false,
  viewer_is_banned: false,
  setup: null,
  welcome: null,
  permissions: rights,
});

async function renderAbout(space: Space, path = '/film/about'): Promise<string> {
  const { html, status } = await render(
    {
      url: path,
      nonce: 'n0nce',
      theme: null,
      cookieOf: () => null,
      locale: 'en-US',
      origin: 'https://hearth.example',
      brandName: 'Hearth',
      fetchApi: async (url) => {
        if (url.includes('/session'))
          return { status: 200, json: async () => ({ session: null, user: null }) };
        return { status: 200, json: async () => ({ space, live_cursor: 0 }) };
      },
    },
    { entry: '/assets/entry.js', styles: [], fontUrl: null, preloads: {} },
  );
  expect(status).toBe(200);
  return textOf(html);
}

const blocks = (html: string) =>
  [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    (match) => match[1] ?? '',
  );

it.each(['/film', '/film/about', '/film/about?ref=01234567'])(
  'includes structured data on %s',
  async (path) => {
    const found = blocks(await renderAbout(publicSpace, path));
    expect(found).toHaveLength(1);
    expect(JSON.parse(found[0] ?? '')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: publicSpace.name,
      url: 'https://hearth.example/film/about',
      description: publicSpace.short_description,
      logo: 'https://hearth.example/files/icon.webp',
      foundingDate: '2026-11-21',
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/JoinAction',
        userInteractionCount: 42,
      },
    });
  },
);

it('escapes user text, so that it cannot end the script or start another', async () => {
  const html = await renderAbout(publicSpace);
  expect(blocks(html)[0]).not.toMatch(/[<>&\u2028]/);
  expect(html).not.toContain('<script>alert(1)');
});

it('includes the monthly price of a paid space', async () => {
  const paid: Space = { ...publicSpace, pricing_type: 'paid', price_per_month: 9.5 };
  expect(JSON.parse(blocks(await renderAbout(paid))[0] ?? '').makesOffer.priceSpecification).toEqual({
    '@type': 'UnitPriceSpecification',
    price: 9.5,
    priceCurrency: 'USD',
    unitCode: 'MON',
  });
});

it('omits structured data for a private space, whose page is noindex', async () => {
  const html = await renderAbout({ ...publicSpace, is_private: true, can_read: false });
  expect(blocks(html)).toEqual([]);
  expect(html).toContain('name="robots" content="noindex"');
});
