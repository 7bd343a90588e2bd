import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLocales } from '../../reader-locale.ts';
import { createRequestBudgets } from '../limits/request-budgets.ts';
import { createClientAddress } from '../requests/client-address.ts';
import type { ReadApi } from '../routes.ts';
import { compressResponses } from './compression.ts';
import { withoutNonce } from './page-memory.ts';
import { servePages } from './page-renderer.ts';
import type { PageSource } from './page-source.ts';

const html = { accept: 'text/html,*/*;q=0.8' };
let app: FastifyInstance;
/** What the API returns, and how often it was asked and a page was rendered. */
const api = { status: 200, text: 'first', calls: 0 };
let renders = 0;
/** How many pages are being rendered now, and were at most. */
const busy = { now: 0, most: 0 };

const call = { operation: 'get_session', input: {}, method: 'GET', headers: {} } as const;
const readApi: ReadApi = async () => {
  api.calls += 1;
  const { status, text } = api;
  const output = status < 400 ? { text } : { error: { request_id: String(api.calls) } };
  const json = JSON.stringify(output);
  // JSON of what responses share is encoded already.
  return { status, output, json: () => (api.calls % 2 === 0 ? json : Buffer.from(json)) };
};

const render: PageSource['render'] = async ({ nonce, url, theme, fetchApi }) => {
  renders += 1;
  busy.now += 1;
  busy.most = Math.max(busy.most, busy.now);
  const response = await fetchApi('/api/session', call);
  const text = JSON.stringify(await response.json());
  busy.now -= 1;
  const script = `<script nonce="${nonce}">data(1)</script>`;
  const headers: Record<string, string> = url === '/old' ? { location: '/new' } : {};
  if (url === '/old') return { status: 307, headers, html: [] };
  const failure = url === '/broken' ? { failure: new Error('boom') } : {};
  const body = `<p>${url} ${theme} ${text}</p>${script}${'. '.repeat(800)}${url.startsWith('/large') ? 'x'.repeat(4_000_000) : ''}${url === '/huge' ? 'x'.repeat(5_000_000) : ''}`;
  return { status: response.status === 200 ? 200 : 404, headers, html: [Buffer.from(body)], ...failure };
};

beforeEach(async () => {
  Object.assign(api, { status: 200, text: 'first', calls: 0 });
  renders = 0;
  Object.assign(busy, { now: 0, most: 0 });
  app = fastify();
  readLocales(app);
  compressResponses(app);
  servePages(
    app,
    { render, files: new Map(), readApi },
    {
      brandName: 'Hearth',
      publicUrl: () => 'https://hearth.example',
      clientAddress: createClientAddress(null),
      budgets: createRequestBudgets(false),
    },
  );
  await app.ready();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...html, ...headers } });

describe('The page of a signed-out visitor', () => {
  it('is rendered once while the API returns the same', async () => {
    api.status = 404;
    const pages = [await get('/a'), await get('/a'), await get('/a')];
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
    expect([renders, api.calls, pages[0]?.statusCode]).toEqual([1, 3, 404]);
  });

  it('is rendered again for the first request after the API returns something else', async () => {
    await get('/a');
    api.text = 'second';
    expect((await get('/a')).body).toContain('second');
    api.status = 403;
    expect((await get('/a')).statusCode).toBe(404);
    expect(renders).toBe(3);
  });

  it('is rendered again after half a minute, because it says how long ago things happened', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await get('/a');
    vi.advanceTimersByTime(29_999);
    await get('/a');
    expect(renders).toBe(1);
    vi.advanceTimersByTime(1);
    await get('/a');
    expect(renders).toBe(2);
  });

  it('is another one for another address, language or cookie', async () => {
    await get('/a');
    const others = [
      get('/b'),
      get('/a', { 'accept-language': 'de-DE' }),
      get('/a', { cookie: 'theme=dark' }),
    ];
    await Promise.all(others);
    expect(renders).toBe(4);
    expect((await get('/a', { cookie: 'theme=dark' })).body).toContain('dark');
    expect((await get('/a')).body).not.toContain('dark');
  });

  it('is the same for every cookie on which pages do not depend', async () => {
    for (const cookie of ['zz=1', 'zz=2', 'a=b; zz=3', 'themes=dark']) await get('/a', { cookie });
    expect(renders).toBe(1);
    await get('/a', { cookie: 'zz=4; opened_pins=01234567' });
    expect(renders).toBe(2);
  });

  it('goes when others take the memory, the one first that nobody has asked for', async () => {
    for (let page = 1; page <= 8; page += 1) await get(`/large?${page}`);
    await get('/large?1');
    expect(renders).toBe(8);
    await get('/large?9');
    await get('/large?1');
    expect(renders).toBe(9);
    await get('/large?2');
    expect(renders).toBe(10);
  });

  it('is not kept if it would take a large part of the memory', async () => {
    for (const url of ['/huge', '/huge']) expect((await get(url)).statusCode).toBe(200);
    expect(renders).toBe(2);
  });

  it('has hashes of its own scripts in its policy, and no nonce', async () => {
    const { body, headers } = await get('/a');
    const hash = createHash('sha256').update('data(1)').digest('base64');
    expect(body).toContain('<script>data(1)</script>');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(headers['content-security-policy']).not.toContain('nonce');
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('is compressed, and not sent again to a browser that has it', async () => {
    const plain = await get('/a');
    const packed = await get('/a', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.headers.vary).toContain('accept-encoding');
    const again = await get('/a', { 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    api.text = 'second';
    expect((await get('/a', { 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(200);
  });

  it('is one check of the API for all who ask while another check is under way', async () => {
    await get('/a');
    await Promise.all(Array.from({ length: 20 }, () => get('/a')));
    expect(renders).toBe(1);
    // The first one, that of the first request, and that of all others.
    expect(api.calls).toBe(3);
  });

  it('may be a redirect', async () => {
    await get('/old');
    const { statusCode, headers } = await get('/old');
    expect([statusCode, headers.location, renders]).toEqual([307, '/new', 1]);
  });

  it.each([
    ['fails', '/broken', {}],
    ['lacks data because of a limit', '/a', { status: 429 }],
    ['lacks data because of an outage', '/a', { status: 503 }],
  ])('is rendered for each visitor if it %s', async (_what, url, state) => {
    Object.assign(api, state);
    await get(url);
    const before = renders;
    await get(url);
    expect(renders).toBeGreaterThan(before);
  });

  it('is never sent to someone with a session', async () => {
    await get('/a');
    const { headers } = await get('/a', { cookie: 'hearth_session=abc' });
    expect(renders).toBe(2);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.etag).toBeUndefined();
  });
});

describe('Pages that are rendered at the same time', () => {
  const getFrom = (remoteAddress: string, page: number) =>
    app.inject({ url: `/page?${remoteAddress}-${page}`, headers: html, remoteAddress });

  it('are at most four, so that other requests get their turn', async () => {
    const pages = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].flatMap((network) =>
      Array.from({ length: 8 }, (_, page) => getFrom(network, page)),
    );
    await Promise.all(pages);
    expect([renders, busy.most]).toEqual([24, 4]);
  });

  it('are at most two of one network, so that others need not wait for all of its pages', async () => {
    const done: string[] = [];
    const note = async (name: string, page: Promise<unknown>) => {
      await page;
      done.push(name);
    };
    const flood = Array.from({ length: 20 }, (_, page) => note('flood', getFrom('10.0.0.1', page)));
    await Promise.all([...flood, note('calm', getFrom('10.0.0.2', 0))]);
    expect(busy.most).toBeLessThanOrEqual(3);
    expect(done.indexOf('calm')).toBeLessThan(10);
  });
});

it('Other values of a cookie than those that pages read share one page', async () => {
  for (const theme of ['1', '2', 'light', 'light']) await get('/themed', { cookie: `theme=${theme}` });
  expect(renders).toBe(2);
});

describe('The nonce of a page', () => {
  it('allows only the elements that have it', () => {
    const page =
      '<script>theirs</script><script nonce="n1" id="x">ours</script><link nonce="n1"><meta property="csp-nonce" content="n1"/>';
    expect(withoutNonce(page, 'n1')).toEqual({
      html: '<script>theirs</script><script id="x">ours</script><link>',
      allowed: [`'sha256-${createHash('sha256').update('ours').digest('base64')}'`],
    });
  });

  it('keeps a page that repeats it elsewhere from being shared', () => {
    expect(withoutNonce('<script nonce="n1">ours</script><p>n1</p>', 'n1')).toBeNull();
  });
});
