import { existsSync } from 'node:fs';
import { createMemoryHistory } from '@tanstack/react-router';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { reservedSubdomains } from '#contract/values/reserved-subdomains.ts';
import { type ApiResponse, createApiClient } from '#web/lib/api/api-client.ts';
import { writePageQueries } from '#web/lib/cache/page-queries.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { LiveClient } from '#web/lib/live/live-client.ts';
import { textOf } from '#web-testing/page-text.ts';
import type { PageSettings } from '../page-context.ts';
import { createPageRouter } from './router.ts';

const id = (digit: number) => `01a1fc6d-f9e3-74a9-9251-00000000000${digit}`;
const person = { id: id(9), full_name: 'Ines', username: 'ines', avatar_url: null, profile_url: 'ines' };
const space = (subdomain: string, changes: object = {}) => ({
  id: id(1),
  name: 'A space',
  subdomain,
  is_private: false,
  pricing_type: 'free',
  price_per_month: null,
  primary_color: '#26A69A',
  membership: null,
  can_read: subdomain === 'open',
  short_description: null,
  description: null,
  icon_image: null,
  cover_image: null,
  support_email: null,
  member_count: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  staff: [],
  permissions: {},
  feature_classroom_enabled: true,
  ...changes,
});

let signedIn: boolean;
let member: boolean;
/** Part of the path of requests that fail. */
let broken: string | null = null;

/** A small server: the spaces `open`, `closed` and `paid`, and one post in `open`. */
function responseFor(path: string): [number, unknown] {
  if (broken && path.includes(broken)) {
    return [500, { error: { code: 'internal', message: 'broken', data: null, request_id: 'r' } }];
  }
  if (path === '/api/auth/session') return [200, { session: null, user: signedIn ? person : null }];
  if (path === '/api/me/spaces') return [200, { spaces: member ? [space('open')] : [] }];
  if (path.startsWith('/api/spaces?') || path === '/api/spaces')
    return [200, { spaces: [], next_cursor: null }];
  const post = /by-subdomain\/open\/posts\/(.+)$/.exec(path)?.[1];
  if (post === 'first-light' || post === id(2) || path === `/api/posts/${id(2)}`) {
    const found = {
      id: id(2),
      space_id: id(1),
      slug: 'first-light',
      title: 'First light',
      excerpt: '',
      attachments: [],
      link_preview: null,
      version: 1,
    };
    return [200, { post: found, live_cursor: 1 }];
  }
  const name = /by-subdomain\/(\w+)$/.exec(path)?.[1];
  const membership = member ? { role: 'member', joined_at: '2026-01-01T00:00:00Z' } : null;
  if (name === 'open') return [200, { space: space('open', { membership }), live_cursor: 1 }];
  if (name === 'closed') return [200, { space: space('closed', { is_private: true }), live_cursor: 1 }];
  if (name === 'paid') {
    return [200, { space: space('paid', { pricing_type: 'paid', price_per_month: 9 }), live_cursor: 1 }];
  }
  if (/\/posts(\?|$)/.test(path)) return [200, { posts: [], next_cursor: null, live_cursor: 1 }];
  if (path.endsWith('/members')) return [200, { members: [], next_cursor: null }];
  if (path === `/api/spaces/${id(1)}/address`) return [200, { subdomain: 'open' }];
  const code = path.includes('/posts/') ? 'post_not_found' : 'space_not_found';
  return [404, { error: { code, message: 'Space not found', data: null, request_id: 'r' } }];
}

const settings = { brandName: 'Hearth', origin: 'https://hearth.example', theme: null, fontUrl: null };

function newRouter(page: PageSettings) {
  const fetchApi = async (path: string): Promise<ApiResponse> => {
    const [status, body] = responseFor(path);
    return { status, json: async () => body };
  };
  const queryClient = createQueryClient(createApiClient(fetchApi));
  const live = new LiveClient(() => ({ client: queryClient, viewerId: null }));
  return { queryClient, router: createPageRouter({ queryClient, live, page }) };
}

async function load(href: string, router = newRouter({ ...settings }).router) {
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [href] }) });
  await router.load();
  return router;
}

/** Returns where an address leads, and whether something is found there. */
async function open(href: string): Promise<string> {
  const router = await load(href);
  const missing = router.state.matches.some((match) => match.status === 'notFound');
  return `${router.state.location.href}${missing ? ' missing' : ''}`;
}

describe('Addresses', () => {
  beforeEach(() => {
    localStorage.clear();
    signedIn = false;
    member = false;
  });

  it.each(
    `
    // Public and authentication routes
    / | /
    /login | /login
    /login?redirect=%2Fopen | /login?redirect=%2Fopen
    /signup | /signup
    /sign-up?redirect=%2Fopen | /signup?redirect=%2Fopen
    /sign-in | /login
    /forgot-password | /forgot-password
    /auth/callback | /login
    /auth/callback?code=bad | /login
    /auth/callback?code=a&state=b | /auth/callback?code=a&state=b
    /reset-password?token=123 | /reset-password?token=123
    /confirm-email?token=1 | /confirm-email?token=1
    /app | /login?redirect=%2Fapp
    /smart-landing | /
    /discover | /discover
    /discover?q=5 | /discover?q=5
    /discover?q=a&price=free&sort=new | /discover?q=a&price=free&sort=new
    /create-space | /login?redirect=%2Fcreate-space
    /create | /login?redirect=%2Fcreate-space
    /fix | /fix
    /debug | /
    /storage-debug | /
    /open/debug | /

    // Space routes
    /open | /open
    /open?ref=01a1fc6d | /open?ref=01a1fc6d
    /open/about | /open/about
    /open/about?ref=01a1fc6d | /open/about?ref=01a1fc6d
    /space/join/ID1 | /open
    /space/join/ID1?ref=01a1fc6d | /open?ref=01a1fc6d
    /space/join/ID5 | /space/join/ID5 missing
    /space/join/nonsense | /space/join/nonsense missing
    /open/space | /open/space
    /open/space?highlight=%2F%2Fevil | /open/space?gone=true
    /open/space?highlight=ID2 | /open/post/first-light?highlight=ID2
    /open/space?highlight=ID2&highlight_comment=x | /open/post/first-light?highlight_comment=x
    /open/space/members?role=king | /open/space/members?role=king
    /open/space?highlight=x | /open/space?gone=true
    /open/space?tab=members | /open/space/members
    /open/space?tab=about&ref=01a1fc6d | /open/about?ref=01a1fc6d
    /open/space?tab=about&ref=x | /open/about
    /open/space?tab=feed | /open/space
    /open/space?tab=nonsense | /open/space
    /open/space/feed | /open/space
    /open/space/about | /open/about
    /open/space/members | /open/space/members
    /open/space/classroom | /open/space/classroom
    /open/space/classroom/first-course | /open/space/classroom/first-course
    /open/course/first-course | /open/space/classroom/first-course
    /open/course/first-course?md=menu | /open/space/classroom/first-course?md=menu
    /open/space/calendar | /open/space
    /open/space/leaderboard | /open/space/leaderboard
    /open/space/search | /open/space
    /open/space/nonsense | /open/space
    /open/space/first-light | /open/post/first-light
    /open/space/ID2 | /open/post/first-light
    /open/space/first-light?highlight_comment=x | /open/post/first-light?highlight_comment=x
    /open/post/first-light | /open/post/first-light
    /open/post/gone | /open/post/gone missing
    /spaces/ID1/posts/ID2 | /open/post/first-light
    /spaces/ID1/posts/ID3 | /spaces/ID1/posts/ID3 missing
    /spaces/ID5/posts/ID2 | /spaces/ID5/posts/ID2 missing
    /spaces/nonsense/posts/ID2 | /spaces/nonsense/posts/ID2 missing
    /space/open/posts/first-light | /open/post/first-light
    /space/open/posts/ID2 | /open/post/first-light
    /space/open/posts/gone | /space/open/posts/gone missing
    /space/open/posts/a%20b | /space/open/posts/a%20b missing
    /closed/space | /closed/about
    /paid/space/members | /paid/about
    /closed/post/first-light | /closed/about
    /closed/space/first-light | /closed/about
    /nowhere | /nowhere missing
    /nowhere/space | /nowhere/space missing

    // Redirects
    /profile | /
    /profile/space/feed | /
    /messages | /
    /messages/space | /
    /messages/space/x | /
    /messages/anyone | /
    /s/open | /open
    /s/open?ref=01a1fc6d | /open?ref=01a1fc6d
    /space/open | /open
    /space/open/about | /open/about
    /space/open/members | /open/space/members
    /space/open/calendar | /open/space
    /space/open/leaderboard | /open/space/leaderboard
    /open/members | /open/space/members
    /open/calendar | /open/space
    /open/leaderboard | /open/space/leaderboard
    /open/classroom | /open/space/classroom
    /open/feed | /open/space
    /open/moderation | /open/space
    /open/feed/members | /open/space/members
    /open/space/feed/members | /open/space/members
    /open/space/members/more | /open/space/members
    /open/space/space | /open/space
    /open/space/space/space | /open/space
    /open/space/space/members | /open/space
    /@ | /discover
    /@ines | /
    /@ines/space/feed | /
    /search?q=film | /discover?q=film
    /settings/affiliates | /
    /settings/notifications | /login?redirect=%2Fsettings%2Fnotifications
    /profile/ines | /
    /app/chat | /login?redirect=%2Fapp%2Fchat
    /app/chat?ch=01a1 | /login?redirect=%2Fapp%2Fchat%3Fch%3D01a1
    /app/notifications | /login?redirect=%2Fnotifs
    /notifs | /login?redirect=%2Fnotifs
    /notifications/all | /login?redirect=%2Fnotifs
    /help | /
    /a/b/c/d | /
    /open/unknown | /
  `
      .split('\n')
      .filter((line) => line.includes('|'))
      .map((line) =>
        line
          .replace(/ID(\d)/g, (_whole, digit: string) => id(Number(digit)))
          .trim()
          .split(' | '),
      ),
  )('lead a visitor from %s to %s', async (from = '', to) => {
    expect(await open(from)).toBe(to);
  });

  it.each([
    ['/settings/profile', '/discover'],
    ['/settings', '/settings/notifications'],
    ['/profile', '/discover'],
    ['/@ines', '/discover'],
    ['/notifs', '/notifs'],
    ['/app/notifications', '/notifs'],
    ['/notifications', '/notifs'],
    ['/notifications/all', '/notifs'],
    ['/help', '/discover'],
    ['/smart-landing', '/discover'],
    ['/app?redirect=%2Fopen%2Fabout', '/open/about'],
    ['/app?redirect=%2F%2Fevil.example', '/discover'],
  ])('lead a signed-in user from %s to %s', async (from, to) => {
    signedIn = true;
    expect(await open(from)).toBe(to);
  });

  it.each([
    ['/login', '/discover'],
    ['/signup?redirect=%2Fopen%2Fabout', '/open/about'],
    ['/login?redirect=https:%2F%2Fevil.example', '/discover'],
    ['/create-space', '/create-space'],
    ['/app', '/discover'],
    ['/open', '/open'],
  ])('lead a signed-in user without spaces from %s to %s', async (from, to) => {
    signedIn = true;
    expect(await open(from)).toBe(to);
  });

  it.each([
    ['/app', '/open/space'],
    ['/open', '/open/space'],
    ['/login', '/open/space'],
    [`/space/join/${id(1)}`, '/open/space'],
  ])('lead a member from %s to %s', async (from, to) => {
    signedIn = true;
    member = true;
    expect(await open(from)).toBe(to);
  });
});

it('takes over the settings and the cached data of the page that the server rendered', async () => {
  signedIn = false;
  const onServer: PageSettings = {
    brandName: 'Ember',
    origin: 'https://ember.example',
    theme: 'dark',
    fontUrl: '/assets/inter.woff2',
  };
  // What a page starts with in the browser.
  const page: PageSettings = { brandName: '', origin: 'http://localhost', theme: null, fontUrl: null };
  const { queryClient, router } = newRouter(page);
  const server = newRouter(onServer);
  server.queryClient.setQueryData(['get_space_map', { space_id: id(1) }], { cities: [] });
  const carried = structuredClone(await server.router.options.dehydrate?.());
  const element = document.createElement('script');
  Object.assign(element, { type: 'application/json', id: 'page-queries' });
  element.textContent = textOf(writePageQueries(server.queryClient));
  document.body.append(element);
  onTestFinished(() => element.remove());
  await router.options.hydrate?.(carried as never);
  expect(page).toEqual(onServer);
  expect(queryClient.getQueryData(['get_space_map', { space_id: id(1) }])).toEqual({ cities: [] });
  await load('/open/about', router);
  const head = router.state.matches.flatMap((match) => match.meta ?? []);
  expect(head).toContainEqual({ title: 'About · A space · Ember' });
  expect(head).toContainEqual({ property: 'og:url', content: 'https://ember.example/open/about' });
});

it.each([
  ['/login?redirect=//evil.example', {}],
  ['/login?redirect=https:%2F%2Fevil.example', {}],
  ['/signup?redirect=%2Fopen%2Fabout', { redirect: '/open/about' }],
  ['/discover?q=%00', {}],
  ['/discover?q=a%00b', { q: 'ab' }],
  ['/reset-password?token=123', { token: '123' }],
])('passes only valid search parameters of %s to the route', async (href, search) => {
  signedIn = false;
  const router = await load(href);
  expect(router.state.matches.at(-1)?.search).toEqual(search);
});

it.each([
  ['/', '/api/spaces'],
  ['/discover?q=bread', '/api/spaces'],
  ['/open/space/members', '/members'],
])('shows %s even if the request for %s fails', async (href, path) => {
  signedIn = false;
  broken = path;
  const router = await load(href).finally(() => {
    broken = null;
  });
  expect(router.state.matches.map(({ status }) => status)).not.toContain('error');
  expect(router.state.location.href).toBe(href);
});

it('reserves the first segment of every product address', async () => {
  const router = await load('/');
  const copy = Object.values(router.routesById)
    .map(({ fullPath }) => String(fullPath).split('/')[1] ?? '')
    .filter((word) => /^[a-z]{2}/.test(word));
  expect(copy.length).toBeGreaterThan(20);
  expect(copy.filter((word) => !reservedSubdomains.has(word))).toEqual([]);
});

it('names an existing page for each route, so that its scripts are preloaded', () => {
  const queryClient = createQueryClient(
    createApiClient(async () => ({ status: 200, json: async () => ({}) })),
  );
  const live = new LiveClient(() => ({ client: queryClient, viewerId: null }));
  const page = { brandName: '', origin: '', theme: null, fontUrl: null };
  const router = createPageRouter({ queryClient, live, page });
  const routes = Object.values(router.routesById);
  const withPages = routes.filter((route) => route.options.component && String(route.id) !== '__root__');
  expect(withPages.length).toBeGreaterThan(8);
  for (const route of routes) {
    const name = route.options.staticData?.page;
    if (route.options.component && String(route.id) !== '__root__')
      expect(name, String(route.id)).toBeDefined();
    if (name) expect(existsSync(`web/src/pages/${name}.tsx`), name).toBe(true);
  }
});
