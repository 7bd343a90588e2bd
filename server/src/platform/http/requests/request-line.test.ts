import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/platform/config.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { rawRequest, sendRaw } from '#testing/raw-http.ts';
import { expectError } from '#testing/responses.ts';
import { ownServer } from '#testing/server.ts';
import { isAllowedOrigin, isDeveloperHost } from './origin.ts';
import { toPath } from './request-line.ts';

const server = ownServer('rate limits are on', { RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
const page = { Accept: 'text/html' };

describe('A request target in absolute form', () => {
  it.each([
    ['/discover?q=1', '/discover?q=1'],
    ['//elsewhere', '//elsewhere'],
    ['http://x.example/discover?q=1', '/discover?q=1'],
    ['HTTPS://x.example:8443/a//b', '/a//b'],
    ['http://x.example', '/'],
    ['http://x.example?q=1', '/?q=1'],
    ['*', '*'],
  ])('%s is parsed as %s', (target, path) => expect(toPath(target)).toBe(path));

  it.each([
    ['http://x.example/api/health', {}, 200],
    ['http://x.example/api/nothing', {}, 404],
    ['http://x.example/discover', page, 200],
    ['http://x.example//elsewhere', page, 404],
    ['http://x.example/assets/none.js', page, 404],
    ['ftp://x.example/discover', page, 400],
    ['*', page, 400],
  ])('%s gets the same response as its path', async (target, headers, status) => {
    const response = await sendRaw(server.url, rawRequest('GET', target, headers));
    expect(response.status).toBe(status);
  });
});

describe('A request that is not valid HTTP/1.1', () => {
  it.each([
    ['two Host lines', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['the same Host twice', 'GET /api/health HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n'],
    ['no version', 'GET /api/health\r\nHost: a\r\n\r\n'],
    ['no version and no header', 'GET /api/health\r\n\r\n'],
  ])('is rejected: %s', async (_what, request) => {
    const response = await sendRaw(server.url, request);
    expect(response.status).toBe(400);
    expect(response.json()).toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('is accepted if it is HTTP/1.0', async () => {
    const response = await sendRaw(server.url, 'GET /api/health HTTP/1.0\r\nHost: a\r\n\r\n');
    expect(response.status).toBe(200);
  });
});

describe('Long header values', () => {
  it.each([
    'X-Forwarded-For',
    'Forwarded',
    'User-Agent',
    'Origin',
    'Cookie',
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'If-None-Match',
    'Range',
    'Referer',
    'Content-Type',
    'Authorization',
    'X-Request-Id',
  ])('never cause a 500: %s', async (name) => {
    const value = `${'1a.'.repeat(2_700)}, ${'9'.repeat(800)}`;
    for (const [method, path, body] of [
      ['POST', '/api/auth/sign-in', '{"email":"a@example.com","password":"wrong-one"}'],
      ['POST', '/api/auth/password-reset', '{"email":"a@example.com"}'],
      ['POST', '/api/client-errors', '{}'],
      ['GET', '/api/auth/session', ''],
      ['GET', '/discover', ''],
      ['GET', '/metrics', ''],
    ] as const) {
      const headers = { 'Content-Type': 'application/json', ...page, [name]: value };
      const { status } = await sendRaw(server.url, rawRequest(method, path, headers, body));
      expect([path, status >= 200 && status < 500]).toEqual([path, true]);
    }
  });
});

describe('A rejected upload', () => {
  /** Sends as much of a body of `length` bytes as the server accepts. Returns the response and how much was sent. */
  async function sendUpload(length: number): Promise<{ response: string; sent: number; isOpen: boolean }> {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const stranger = await newPersonBySql(server);
    const { hostname, port } = new URL(server.url);
    const chunk = Buffer.alloc(64 * 1024);
    let [sent, response] = [0, ''];
    const socket = connect(Number(port), hostname);
    const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(false)));
    const write = () => {
      while (sent < length && !socket.destroyed) {
        sent += chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.on('drain', write);
    socket.on('error', () => {});
    const responded = new Promise<boolean>((resolve) => {
      socket.on('data', (data) => {
        response += data.toString();
        if (response.includes('"status":"live"')) resolve(true);
        else if (sent >= length) {
          socket.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
        }
      });
    });
    const path = `/api/uploads?space_id=${space.id}&purpose=post&file_name=a.png`;
    const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Cookie: ${stranger.cookieHeader()}`];
    socket.write([...lines, 'Content-Type: image/png', `Content-Length: ${length}`, '\r\n'].join('\r\n'));
    write();
    const isOpen = await Promise.race([closed, responded]);
    socket.destroy();
    return { response, sent, isOpen };
  }

  it('is not read to its end', async () => {
    const { response, sent, isOpen } = await sendUpload(100 * 1024 * 1024);
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(isOpen).toBe(false);
    // Data in the buffers of both sides counts as sent.
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('keeps its connection if it is almost complete', async () => {
    const { response, isOpen } = await sendUpload(512 * 1024);
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(isOpen).toBe(true);
  });
});

describe('Allowed origins', () => {
  const url = 'https://community.example';
  it.each([
    ['https://community.example', true, true],
    [undefined, true, true],
    ['http://community.example', false, true],
    ['ftp://community.example', false, false],
    ['https://community.example/path', false, false],
    ['https://community.example:8443', false, false],
    ['https://evil.example', false, false],
    ['null', false, false],
  ])('%s: in production %s, in development %s', (origin, inProduction, inDevelopment) => {
    expect(isAllowedOrigin(origin, 'community.example', url, 'production')).toBe(inProduction);
    expect(isAllowedOrigin(origin, 'community.example', url, 'development')).toBe(inDevelopment);
  });
});

describe('Developer pages', () => {
  it.each([
    ['localhost:3000', true],
    ['LOCALHOST', true],
    ['app.localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['[::1]:3000', true],
    ['hearth.test:3000', true],
    ['evil.example:3000', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['192.168.1.5:3000', false],
    [undefined, false],
  ])('are available at %s: %s', (host, expected) => {
    const config = { host: '127.0.0.1', publicUrl: 'http://hearth.test:3000' };
    expect(isDeveloperHost(host, config)).toBe(expected);
  });

  it('are available at any IP address, but no other name, if the server listens on all interfaces', () => {
    const config = { host: '0.0.0.0', publicUrl: null };
    expect(isDeveloperHost('192.168.1.5:3000', config)).toBe(true);
    expect(isDeveloperHost('evil.example:3000', config)).toBe(false);
  });

  it.each(['/dev/mail', '/%64ev/mail', '/dev/mail/'])(
    'are rejected for another host name: %s',
    async (path) => {
      const foreign = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
      expect((await sendRaw(server.url, foreign)).status).toBe(403);
      expect((await sendRaw(server.url, rawRequest('GET', path))).status).toBe(200);
    },
  );
});

describe('/metrics', () => {
  const read = (url: string, headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers });

  it('is available to programs on this machine without a proxy', async () => {
    expect((await read(server.url)).status).toBe(200);
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Proto']) {
      await expectError(await read(server.url, { [name]: '127.0.0.1' }), 'not_found');
    }
    const foreign = 'GET /metrics HTTP/1.1\r\nHost: community.example\r\nConnection: close\r\n\r\n';
    expect((await sendRaw(server.url, foreign)).status).toBe(404);
  });

  it('is available only with the token if one is set', async () => {
    const token = 'a token of enough characters';
    const { localUrl } = await server.another({ METRICS_TOKEN: token });
    const withToken = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' };
    expect((await read(localUrl, withToken)).status).toBe(200);
    expect((await read(localUrl)).status).toBe(404);
    for (const authorization of [token, 'Bearer ', `Bearer ${token}x`, `Basic ${token}`]) {
      expect((await read(localUrl, { authorization })).status).toBe(404);
    }
    expect(() => loadConfig({ METRICS_TOKEN: 'short secret' })).toThrow(/METRICS_TOKEN: use at least 16/);
    expect(() => loadConfig({ METRICS_TOKEN: 'short secret' })).not.toThrow(/short secret/);
  });
});
