import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type FetchPolicy,
  fetchLimited,
  type Limits,
  parseHttpUrl,
  publicInternetPolicy,
} from './fetch-limited.ts';

const limits: Limits = {
  milliseconds: 5_000,
  bytes: 1_000,
  redirects: 3,
  type: /^text\/html/,
  accept: 'text/html',
  userAgent: 'test',
  cut: true,
};
type Responder = (request: IncomingMessage, response: ServerResponse) => void;
let respond: Responder;
let port: number;
const requested: { host: string | undefined; path: string | undefined; cookie: string | undefined }[] = [];
const server = createServer((request, response) => {
  requested.push({ host: request.headers.host, path: request.url, cookie: request.headers.cookie });
  respond(request, response);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requested.length = 0;
  respond = (_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Hello</title>');
});

/** Resolves every host name to the test's own server, except names that start with `private`. */
const testPolicy = (): FetchPolicy => ({
  resolve: async (host) => [{ address: host.startsWith('private') ? '10.0.0.1' : '127.0.0.1', family: 4 }],
  mayConnect: (address) => address === '127.0.0.1',
  ports: [String(port)],
});
const at = (path = '/', host = 'page.example') => `http://${host}:${port}${path}`;
const redirect =
  (to: string): Responder =>
  (request, response) =>
    request.url === '/end'
      ? response.setHeader('content-type', 'text/html').end('end')
      : response.writeHead(302, { location: to }).end();

describe('Fetching an outside page', () => {
  it('connects to the address that was checked and sends the requested host name', async () => {
    const { body, url } = await fetchLimited(at('/a?b=c'), limits, testPolicy());
    expect(body.toString()).toBe('<title>Hello</title>');
    expect(url).toBe(at('/a?b=c'));
    expect(requested).toEqual([{ host: `page.example:${port}`, path: '/a?b=c', cookie: undefined }]);
  });

  it('resolves a name once, so that a second lookup cannot redirect it', async () => {
    let times = 0;
    const rebinding: FetchPolicy = {
      ...testPolicy(),
      resolve: async () => {
        times += 1;
        return [{ address: times === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
      },
    };
    await fetchLimited(at(), limits, rebinding);
    expect(times).toBe(1);
  });

  it('rejects a name if any of its addresses is forbidden, and connects to none', async () => {
    const both: FetchPolicy = {
      ...testPolicy(),
      resolve: async () => [
        { address: '127.0.0.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    };
    await expect(fetchLimited(at(), limits, both)).rejects.toThrow('forbidden address');
    expect(requested).toEqual([]);
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[fd00:ec2::254]/',
    'http://0/',
  ])('rejects private addresses by default: %s', async (address) => {
    await expect(fetchLimited(address, limits, publicInternetPolicy)).rejects.toThrow('forbidden address');
  });

  it.each([
    ['scheme', 'ftp://page.example/'],
    ['scheme', 'file:///etc/passwd'],
    ['scheme', 'gopher://page.example/'],
    ['scheme', 'javascript:alert(1)'],
    ['scheme', 'nonsense'],
    ['port', 'http://page.example:22/'],
    ['port', 'http://page.example:5432/'],
    ['port', 'https://page.example:8443/'],
    ['credentials', 'http://user:secret@page.example/'],
    ['credentials', 'http://user@page.example/'],
    ['credentials', 'http://:secret@page.example/'],
  ])('rejects an unusual %s: %s', (reason, address) => {
    expect(() => parseHttpUrl(address, publicInternetPolicy)).toThrow(reason);
  });

  it('follows up to three redirects and checks each of them', async () => {
    respond = redirect('/end');
    expect((await fetchLimited(at(), limits, testPolicy())).url).toBe(at('/end'));
    respond = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    await expect(fetchLimited(at(), limits, testPolicy())).rejects.toThrow('too many redirects');
    expect(requested).toHaveLength(2 + 4);
    for (const [to, reason] of [
      [`http://private.example:${port}/`, 'forbidden address'],
      ['http://10.0.0.1/', 'forbidden address'],
      ['file:///etc/passwd', 'scheme'],
      ['http://page.example:22/', 'port'],
    ] as const) {
      respond = redirect(to);
      await expect(fetchLimited(at(), limits, testPolicy())).rejects.toThrow(reason);
    }
  });

  it('accepts only HTML without content encoding', async () => {
    respond = (_request, response) => response.setHeader('content-type', 'application/zip').end('x');
    await expect(fetchLimited(at(), limits, testPolicy())).rejects.toThrow('kind');
    respond = (_request, response) => response.end('x');
    await expect(fetchLimited(at(), limits, testPolicy())).rejects.toThrow('kind');
    respond = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('x');
    await expect(fetchLimited(at(), limits, testPolicy())).rejects.toThrow('encoding');
    respond = (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('x');
    await expect(fetchLimited(at(), limits, testPolicy())).rejects.toThrow('status 404');
  });

  it('stops reading at the size limit, even if the page never ends', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (!response.destroyed && response.write('a'.repeat(400)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect((await fetchLimited(at(), limits, testPolicy())).body).toHaveLength(1_000);
    await expect(fetchLimited(at(), { ...limits, cut: false }, testPolicy())).rejects.toThrow('too long');
  });

  it('times out on a name that does not resolve, a missing response and a slow response', async () => {
    const brief = { ...limits, milliseconds: 150 };
    const never: FetchPolicy = { ...testPolicy(), resolve: () => new Promise(() => {}) };
    await expect(fetchLimited(at(), brief, never)).rejects.toThrow('too slow');
    respond = () => {};
    await expect(fetchLimited(at(), brief, testPolicy())).rejects.toThrow();
    respond = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).write('<html>');
    await expect(fetchLimited(at(), brief, testPolicy())).rejects.toThrow();
  });
});
