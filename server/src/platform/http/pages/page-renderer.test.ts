import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createRequestBudgets } from '../limits/request-budgets.ts';
import { createClientAddress } from '../requests/client-address.ts';
import type { ApiResult, ReadApi } from '../routes.ts';
import { readBuiltFiles } from './built-files.ts';
import { chooseEncoding, compressResponses } from './compression.ts';
import { pageFailures } from './page-failures.ts';
import { servePages } from './page-renderer.ts';
import type { PageSource, PartMemory } from './page-source.ts';

const longText = 'Analog photography. '.repeat(200);
const html = { accept: 'text/html,*/*;q=0.8' };
let app: FastifyInstance;

const call = { operation: 'get_session', input: {}, method: 'GET', headers: {} } as const;
const toResult = (output: object): ApiResult => ({
  status: 200,
  output,
  json: () => JSON.stringify(output),
});

async function serve(
  render: PageSource['render'],
  files: PageSource['files'] = new Map(),
  readApi: ReadApi = async () => toResult({}),
) {
  app = fastify({ routerOptions: { maxParamLength: 5_000 } });
  compressResponses(app);
  app.get('/api/things', async (request) => ({ cookie: request.headers.cookie ?? null, longText }));
  app.get<{ Params: { text: string } }>('/api/text/:text', async ({ params }) => [params.text]);
  const bytes = Buffer.from(JSON.stringify(longText));
  app.get('/api/bytes', async (_request, reply) => reply.type('application/json').send(bytes));
  app.get('/files/image', async (_request, reply) => reply.type('image/webp').send(bytes));
  servePages(
    app,
    { render, files, readApi },
    {
      brandName: 'Hearth',
      publicUrl: () => 'https://hearth.example',
      clientAddress: createClientAddress(null),
      budgets: createRequestBudgets(true),
    },
  );
  await app.ready();
}
afterEach(async () => {
  await app.close();
});
const page: PageSource['render'] = async ({ nonce, theme, url }) => ({
  status: 200,
  headers: {},
  html: [`<p>${nonce} ${theme} ${url}</p>`],
});

/** Returns the memory that the pages of a server share. */
async function findParts(): Promise<PartMemory | undefined> {
  let parts: PartMemory | undefined;
  await serve(async (request) => {
    parts = request.parts;
    return await page(request);
  });
  await app.inject({ url: '/', headers: html });
  return parts;
}

describe('Pages', () => {
  it('of a signed-in user have a content policy with a nonce of their own', async () => {
    await serve(page);
    const cookie = 'theme=dark; hearth_session=abc';
    const first = await app.inject({ url: '/x?y=1', headers: { ...html, cookie } });
    const second = await app.inject({ url: '/x?y=1', headers: { ...html, cookie } });
    const nonce = /'nonce-([^']+)'/.exec(String(first.headers['content-security-policy']))?.[1];
    expect(first.body).toBe(`<p>${nonce} dark /x?y=1</p>`);
    expect(second.body).not.toContain(nonce);
    expect(first.headers.vary).toContain('cookie');
  });

  it("are not rendered for those who have left before it's their turn", async () => {
    const rendered: string[] = [];
    const held = Promise.withResolvers<void>();
    await serve(async (request) => {
      rendered.push(request.url);
      if (request.url.startsWith('/held')) await held.promise;
      return await page(request);
    });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const open = (path: string, signal?: AbortSignal) =>
      fetch(`${address}${path}`, {
        headers: { ...html, cookie: 'hearth_session=abc' },
        ...(signal && { signal }),
      });
    const first = [open('/held-1'), open('/held-2')];
    await expect.poll(() => rendered.length).toBe(2);
    const arrived: string[] = [];
    app.server.on('request', ({ url = '' }) => arrived.push(url));
    const leaving = new AbortController();
    const left = open('/left', leaving.signal).catch(() => 'left');
    await expect.poll(() => arrived).toEqual(['/left']);
    const sockets = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    leaving.abort();
    expect(await left).toBe('left');
    await expect.poll(sockets).toBe(2);
    const last = open('/waiting');
    held.resolve();
    expect((await last).status).toBe(200);
    await Promise.all(first);
    expect(rendered).toEqual(['/held-1', '/held-2', '/waiting']);
  });

  it('have a budget per network, and an error page with the time to wait', async () => {
    await serve(page);
    const from = (remoteAddress: string) => app.inject({ url: '/x', headers: html, remoteAddress });
    let rejected = await from('203.0.113.1');
    for (let n = 0; n < 3_000 && rejected.statusCode === 200; n += 1) rejected = await from('203.0.113.1');
    expect(rejected.statusCode).toBe(429);
    expect(rejected.headers['retry-after']).toBe('1');
    expect(rejected.body).toContain('Please wait 1 second, then reload the page.');
    expect((await from('203.0.113.2')).statusCode).toBe(200);
  });

  it('call the API with the cookie of the visitor, in the same process', async () => {
    const readApi: ReadApi = async ({ operation }, { headers }) =>
      toResult({ operation, cookie: headers.cookie });
    await serve(
      async ({ fetchApi }) => {
        const response = await fetchApi('/api/session', call);
        return { status: response.status, headers: {}, html: [JSON.stringify(await response.json())] };
      },
      new Map(),
      readApi,
    );
    const response = await app.inject({ url: '/', headers: { ...html, cookie: 'hearth_session=abc' } });
    expect(response.json()).toEqual({ operation: 'get_session', cookie: 'hearth_session=abc' });
  });

  it('keep their status, and redirects have no body', async () => {
    const moved: Record<string, string> = { location: '/new' };
    await serve(async ({ url }) =>
      url === '/old'
        ? { status: 308, headers: moved, html: ['unused'] }
        : { status: 404, headers: {}, html: ['missing'] },
    );
    expect(await app.inject({ url: '/nowhere', headers: html })).toMatchObject({
      statusCode: 404,
      body: 'missing',
    });
    const response = await app.inject({ url: '/old', headers: html });
    expect([response.statusCode, response.headers.location, response.body]).toEqual([308, '/new', '']);
  });

  it('of a signed-in user are not stored anywhere', async () => {
    await serve(page);
    // The last ones are read as sessions, too.
    const cookies = ['hearth_session=abc', 'theme=dark; __Host-hearth_session=abc.def'];
    for (const cookie of [...cookies, '__Host-hearth_session =abc', '\u00a0hearth_session=abc']) {
      const response = await app.inject({ url: '/', headers: { ...html, cookie } });
      expect(response.headers['cache-control']).toBe('private, no-store');
    }
  });

  it('keep a bounded number of parts, also of those that leave no HTML', async () => {
    const parts = await findParts();
    const nothing = new Uint8Array();
    parts?.set(['first'], nothing);
    expect(parts?.get(['first'])).toBe(nothing);
    for (let n = 0; n < 20_000; n++) parts?.set([`part ${n}`], nothing);
    expect(parts?.get(['first'])).toBeUndefined();
    expect(parts?.get(['part 19999'])).toBe(nothing);
  });

  it('know a part by each piece of its key', async () => {
    const parts = await findParts();
    const post = Buffer.from('{"title":"Rye"}');
    const part = Buffer.from('<article>Rye</article>');
    parts?.set(['/bread/space', 'card', post], part);
    expect(parts?.get(['/bread/space', 'card', Buffer.from(post)])).toBe(part);
    const others = [
      ['/bread', '/space', 'card', post],
      ['/bread/space', post, 'card'],
      ['/bread/space', 'card'],
    ];
    for (const other of others) expect(parts?.get(other)).toBeUndefined();
  });

  it("that the server can't render are sent for the browser to render, logged and counted", async () => {
    await serve(async () => ({
      status: 500,
      headers: {},
      html: ['<p>empty</p>'],
      failure: new Error('boom'),
    }));
    const before = (await pageFailures.get()).values[0]?.value ?? 0;
    const response = await app.inject({ url: '/', headers: html });
    expect([response.statusCode, response.body]).toEqual([500, '<p>empty</p>']);
    expect((await pageFailures.get()).values[0]?.value).toBe(before + 1);
  });

  it.each([200, 500])(
    'have status 503 instead of %i and a time to wait if the database is unavailable',
    async (status) => {
      const readApi: ReadApi = async () => ({ ...toResult({}), status: 503, retryAfter: 30 });
      await serve(
        async ({ fetchApi }) => {
          await fetchApi('/api/session', call);
          return { status, headers: {}, html: ['<p>try again</p>'] };
        },
        new Map(),
        readApi,
      );
      const response = await app.inject({ url: '/', headers: html });
      expect([response.statusCode, response.headers['retry-after'], response.body]).toEqual([
        503,
        '30',
        '<p>try again</p>',
      ]);
    },
  );

  it('show the error screen with status 500 if the renderer fails', async () => {
    await serve(async () => {
      throw new Error('boom');
    });
    const response = await app.inject({ url: '/', headers: html });
    expect(response.statusCode).toBe(500);
    expect(response.body).toContain('Application Error');
    expect(response.body).not.toContain('boom');
  });

  it.each([
    ['an unknown API path', { url: '/api/nothing', headers: html }],
    ['a script of an old build', { url: '/assets/old.js', headers: { accept: '*/*' } }],
    ['a missing file', { url: '/logo.png', headers: { accept: '*/*' } }],
    ['a write', { method: 'POST' as const, url: '/discover', headers: html }],
    ['a client without an Accept header', { url: '/discover', headers: {} }],
    ['a client that accepts only JSON', { url: '/discover', headers: { accept: 'application/json' } }],
  ])('are not sent for %s', async (_name, request) => {
    await serve(page);
    const response = await app.inject(request);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('Built files', () => {
  it('are served with long caching and the best encoding that the browser accepts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-built-'));
    try {
      await writeFile(join(folder, 'favicon.svg'), '<svg/>');
      await writeFile(join(folder, '.hidden.json'), '{}');
      await writeFile(join(folder, 'favicon.svg.br'), 'packed');
      const files = await readBuiltFiles(folder);
      const script = files.get('/favicon.svg');
      if (!script) throw new Error('the file was not read');
      await serve(page, new Map([...files, ['/assets/entry-abc.js', script]]));
    } finally {
      await rm(folder, { recursive: true });
    }
    const br = await app.inject({ url: '/assets/entry-abc.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect([br.body, br.headers['content-encoding']]).toEqual(['packed', 'br']);
    expect(br.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const plain = await app.inject({ url: '/favicon.svg' });
    expect([plain.body, plain.headers['content-encoding']]).toEqual(['<svg/>', undefined]);
    expect(plain.headers['cache-control']).not.toContain('immutable');
    const again = await app.inject({
      url: '/favicon.svg',
      headers: { 'if-none-match': String(plain.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await app.inject({ url: '/.hidden.json' })).statusCode).toBe(404);
    expect((await app.inject({ url: '/favicon.svg.br' })).statusCode).toBe(404);
  });
});

describe('Compression', () => {
  it.each([
    [undefined, null],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.0, gzip;q=0', null],
    ['identity', null],
  ])('for Accept-Encoding %s is %s', (header, encoding) => {
    expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding);
  });

  it('applies to long responses with a Vary header, not to short ones', async () => {
    await serve(page);
    const get = (encoding: string, url = '/api/things') =>
      app.inject({ url, headers: { 'accept-encoding': encoding } });
    const plain = await get('identity');
    expect(plain.headers.vary).toBe('accept-encoding');
    const br = await get('br');
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    const gz = await get('gzip');
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body);
    const encoded = await get('br', '/api/bytes');
    expect(brotliDecompressSync(encoded.rawPayload).toString()).toBe(JSON.stringify(longText));
    expect((await get('br', '/files/image')).headers['content-encoding']).toBeUndefined();
    const encodingOf = async (text: string) => {
      const url = `/api/text/${encodeURIComponent(text)}`;
      const { headers } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
      return headers['content-encoding'];
    };
    // With the brackets and quotes of JSON, 1,399 and 1,400 bytes, in which an é counts as two.
    expect(await encodingOf('a'.repeat(1_395))).toBeUndefined();
    expect(await encodingOf('a'.repeat(1_396))).toBe('br');
    expect(await encodingOf('é'.repeat(698))).toBe('br');
  });
});
