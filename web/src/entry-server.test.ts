// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anAccount, aSpace, spaceId } from '#web-testing/fixtures.ts';
import { textOf } from '#web-testing/page-text.ts';
import { render, toPageAssets } from './entry-server.tsx';

// Other test files of this process may have left a page. Servers have none.
beforeEach(() => void vi.stubGlobal('window', undefined));
afterEach(() => void vi.unstubAllGlobals());

const assets = {
  entry: '/assets/entry.js',
  styles: ['/assets/main.css'],
  fontUrl: null,
  pageStyles: { 'fix/fix-page': ['/assets/fix.css'], 'chat/chat-page': ['/assets/chat.css'] },
  modules: {
    'features/spaces/setup/setup-guide.tsx': {
      scripts: ['/assets/setup-guide.js'],
      styles: ['/assets/checklist.css'],
    },
  },
  preloads: {
    '': ['/assets/libraries.js'],
    'fix/fix-page': ['/assets/fix.js'],
    'auth/login': ['/assets/login.js'],
  },
};

/** Renders a page; the API responds with `fetchApi`. */
async function renderPage(url: string, fetchApi: (path: string) => [status: number, body: unknown]) {
  const page = await render(
    {
      url,
      nonce: 'n0nce',
      theme: 'dark',
      cookieOf: () => null,
      locale: 'en-US',
      origin: 'https://hearth.example',
      brandName: 'Ember </script>',
      fetchApi: async (path) => {
        // A page that doesn't wait for a response is rendered before it arrives.
        await new Promise((resolve) => setImmediate(resolve));
        const [status, body] = fetchApi(path);
        return { status, json: async () => body };
      },
    },
    assets,
  );
  return { ...page, html: textOf(page.html) };
}
const renderFix = (session: unknown, status = 200) => renderPage('/fix', () => [status, session]);
const visitor = { session: null, user: null };

describe('Server-rendered page', () => {
  it('includes the complete document', async () => {
    const page = await renderFix(visitor);
    expect(page.status).toBe(200);
    expect(page.failure).toBeUndefined();
    expect(page.html).toContain('Something not working?');
  });

  it('names each script after those that it imports', () => {
    const chunk = (name: string, ...imports: string[]) => ({ file: `assets/${name}.js`, imports });
    const { entry, preloads } = toPageAssets({
      'web/src/entry-client.tsx': chunk('entry', '_shared', '_libraries', '_runtime'),
      _runtime: chunk('runtime'),
      _libraries: chunk('libraries', '_runtime'),
      _shared: chunk('shared', '_runtime', '_libraries'),
      'web/src/pages/feed.tsx': chunk('feed', '_card', '_shared'),
      _card: chunk('card', '_shared', '_image'),
      _image: chunk('image'),
    });
    expect(entry).toBe('/assets/entry.js');
    expect(preloads).toEqual({
      '': ['/assets/runtime.js', '/assets/libraries.js', '/assets/shared.js'],
      feed: ['/assets/image.js', '/assets/card.js', '/assets/feed.js'],
    });
  });

  it('names the scripts of its page, for the browser to load after the first frame', async () => {
    const { html } = await renderFix(visitor);
    expect(html).toContain(
      '{"run":["/assets/libraries.js","/assets/entry.js"],"imported":["/assets/fix.js"],"parts":[]}',
    );
    expect(html).not.toMatch(/<link[^>]*modulepreload|<script[^>]*src=/);
    expect(html).toContain('<link rel="stylesheet" href="/assets/main.css"');
  });

  it('links the style sheets of every page and those of its own, not those of others', async () => {
    const { html } = await renderFix(visitor);
    const sheets = html
      .match(/<link rel="stylesheet"[^>]*>/g)
      ?.map((link) => /href="([^"]*)"/.exec(link)?.[1]);
    expect(sheets).toEqual(['/assets/main.css', '/assets/fix.css']);
  });

  it.each([[true], [false]])(
    'links the style sheets of code that only its readers load, and names its scripts: %s',
    async (hasGuide) => {
      const setup = hasGuide ? { completed: [], dismissed: false } : null;
      const responses: [path: RegExp, body: unknown][] = [
        [/session/, { session: null, user: anAccount() }],
        [/by-subdomain/, { space: aSpace({ setup }), live_cursor: 1 }],
        [/./, { posts: [], pinned: [], next_cursor: null, unread_count: 0, version: 1, live_cursor: 1 }],
      ];
      const { html } = await renderPage('/bread/space', (path) => [
        200,
        responses.find(([pattern]) => pattern.test(path))?.[1],
      ]);
      expect(html.includes('class="checklist')).toBe(hasGuide);
      expect(html.match(/<link rel="stylesheet"[^>]*>/g)?.at(-1)).toContain(
        hasGuide ? '/assets/checklist.css' : '/assets/main.css',
      );
      expect(html.includes('"parts":["/assets/setup-guide.js"]')).toBe(hasGuide);
    },
  );

  it('leaves rendering to the browser if a component fails, and returns the failure', async () => {
    // A user without an id, which the header can't render.
    const page = await renderFix({ session: null, user: { full_name: 'Ines', avatar_url: null } });
    expect(page.status).toBe(500);
    expect(page.failure).toBeInstanceOf(Error);
    expect(page.html).toContain('Setting up your workspace');
    expect(page.html).toContain('<script type="module" async nonce="n0nce" src="/assets/entry.js">');
    expect(page.html).toContain('<link rel="stylesheet" href="/assets/main.css">');
    expect(page.html).toContain('data-theme="dark"');
    expect(page.html).toContain('"brandName":"Ember \\u003c/script>"');
    expect(page.html).toContain('<h1 class="text-2xl">Ember &lt;/script&gt;</h1>');
  });

  it.each([
    ['/no-such-space', 'Error Loading Space · Ember &lt;/script&gt;'],
    ['/no-such-space/space/members', 'Error Loading Space · Ember &lt;/script&gt;'],
    ['/spaces/x/posts/y', 'Ember &lt;/script&gt;'],
  ])('has a title for the unknown address %s', async (url, title) => {
    const missing = {
      error: { code: 'space_not_found', message: 'Space not found', data: null, request_id: 'r' },
    };
    const page = await renderPage(url, (path) =>
      path.includes('/session') ? [200, visitor] : [404, missing],
    );
    expect(page.status).toBe(404);
    expect(page.html.match(/<title>.*?<\/title>/g)).toEqual([`<title>${title}</title>`]);
  });

  it.each([
    ['/', 'A home for your community'],
    ['/discover', 'Find a community to join.'],
  ])('shows the rest of %s if its list fails to load', async (url, text) => {
    const broken = { error: { code: 'internal', message: 'broken', data: null, request_id: 'r' } };
    const page = await renderPage(url, (path) =>
      path.includes('/session') ? [200, visitor] : [500, broken],
    );
    expect(page.status).toBe(200);
    expect(page.html).toContain(text);
    expect(page.html).not.toContain('Application Error');
    expect(page.html).not.toContain('No spaces found.');
  });

  it.each([
    ['', 'All', '', 'No notifications yet'],
    ['?show=snoozed', 'Snoozed', '?state=snoozed', 'Nothing is snoozed'],
    [`?space=${spaceId}`, aSpace().name, `?only_space_id=${spaceId}`, 'No notifications yet'],
  ])(
    'shows the list of notifications that the address /notifs%s names',
    async (search, name, query, text) => {
      const requested: string[] = [];
      const page = await renderPage(`/notifs${search}`, (path) => {
        requested.push(path);
        if (path.includes('/session')) return [200, { session: null, user: anAccount() }];
        if (path.includes('/me/spaces')) return [200, { spaces: [aSpace()], live_cursor: 1 }];
        if (path.includes('/unread'))
          return [200, { unread_count: 0, version: 1, live_cursor: 1, spaces: [] }];
        return [200, { notifications: [], next_cursor: null, live_cursor: 1 }];
      });
      expect(requested).toContain(`/api/notifications${query}`);
      expect(page.html).toContain(text);
      expect(page.html.match(/<button[^>]*aria-pressed="true".*?<\/button>/)?.[0]).toContain(name);
    },
  );

  it.each([
    ['/notifs?show=others', '/notifs'],
    ['/notifs?space=bread', '/notifs'],
    [`/notifs?show=snoozed&space=${spaceId}`, '/notifs?show=snoozed'],
    ['/bread/space/moderation?show=others', '/bread/space/moderation'],
  ])('drops from the address %s what names no list', async (url, location) => {
    const page = await renderPage(url, (path) => [
      200,
      path.includes('/session') ? { session: null, user: anAccount() } : {},
    ]);
    expect([page.status, page.headers.location]).toEqual([307, location]);
  });

  it.each([
    ['', 'No open reports'],
    ['?show=resolved', 'No resolved reports yet'],
    ['/log', 'No entries yet'],
  ])(
    'includes the moderation page%s and the number of reports, which the header shows too',
    async (rest, text) => {
      const { permissions } = aSpace();
      const space = aSpace({ permissions: { ...permissions, isOwner: true, canEditSpace: true } });
      const responses: [path: RegExp, body: unknown][] = [
        [/session/, { session: null, user: anAccount() }],
        [/by-subdomain/, { space, live_cursor: 1 }],
        [/reports\/count/, { open_count: 7, version: 1, live_cursor: 1 }],
        [/reports/, { cases: [], next_cursor: null }],
        [/log/, { actions: [], next_cursor: null }],
        [/./, { unread_count: 0, version: 1, live_cursor: 1 }],
      ];
      const page = await renderPage(`/bread/space/moderation${rest}`, (path) => [
        200,
        responses.find(([pattern]) => pattern.test(path))?.[1],
      ]);
      expect(page.html).toContain(text);
      expect(page.html).toContain('Moderation, 7 open reports');
      expect(page.html).toMatch(/7 <span class="sr-only">waiting/);
    },
  );

  it('shows the error screen in the page frame if the session fails to load', async () => {
    const body = { error: { code: 'internal', message: 'broken', data: null, request_id: 'r' } };
    const page = await renderFix(body, 500);
    expect(page.status).toBe(500);
    expect(page.html).toContain('<html');
    expect(page.html).toContain('Application Error');
    expect(page.html).toContain('Skip to content');
  });
});

it('reads from the manifest of a build which style sheets a page needs: those of what it imports first', () => {
  const { styles, pageStyles } = toPageAssets({
    'web/src/entry-client.tsx': { file: 'entry.js', imports: ['_shared.js'], css: ['main.css'] },
    '_shared.js': { file: 'shared.js' },
    '_fields.js': { file: 'fields.js', imports: ['_shared.js'], css: ['fields.css'] },
    'web/src/pages/map/map-page.tsx': {
      file: 'map.js',
      imports: ['_shared.js', 'web/src/entry-client.tsx', '_fields.js'],
      css: ['map.css'],
    },
    'web/src/pages/fix/fix-page.tsx': { file: 'fix.js', imports: ['_shared.js'] },
  });
  expect(styles).toEqual(['/main.css']);
  expect(pageStyles).toEqual({ 'map/map-page': ['/fields.css', '/map.css'], 'fix/fix-page': [] });
});
