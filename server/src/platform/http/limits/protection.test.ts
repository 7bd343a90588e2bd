import { afterEach, describe, expect, it } from 'vitest';
import type { ErrorBody } from '#contract/errors.ts';
import { createSessionCookies } from '#server/platform/auth/session-cookie.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { rawRequest, sendRaw } from '#testing/raw-http.ts';
import { expectError } from '#testing/responses.ts';
import { ownServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { createHttpServer } from '../http-server.ts';

const server = ownServer('rate limits are on', { RATE_LIMITS: 'on' });
const json = { 'content-type': 'application/json' };
const post = (path: string, body: object) =>
  server.client().fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
afterEach(async () => {
  setClockOffset(0);
  await server.db.deleteFrom('rate_limit_counters').execute();
});

async function expectWait(response: Response): Promise<number> {
  const { error } = await expectError(response, 'rate_limited');
  const { retry_after } = error.data as { retry_after: number };
  expect(response.headers.get('retry-after')).toBe(String(retry_after));
  expect(retry_after).toBeGreaterThan(0);
  expect(error.message).toMatch(/^Too many attempts\. Please wait \d+ (second|minute)s? and try again\.$/);
  return retry_after;
}

/** Sets the clock to the beginning of a window, so that no test runs into its end. */
function startWindow(seconds: number): void {
  const now = Date.now();
  setClockOffset(seconds * 1000 - (now % (seconds * 1000)));
}

describe('Rate limits', () => {
  it('allow 10 logins to one account in 5 minutes, and again after the wait', async () => {
    startWindow(300);
    const guess = (email: string) => post('/api/auth/sign-in', { email, password: 'wrong-one' });
    const email = `${newId()}@example.com`;
    for (let n = 0; n < 10; n += 1) await expectError(await guess(email), 'invalid_credentials');
    const wait = await expectWait(await guess(email.toUpperCase()));
    expect(wait).toBeLessThanOrEqual(300);
    await expectError(await guess(`${newId()}@example.com`), 'invalid_credentials');
    startWindow(300);
    setClockOffset((wait + 300) * 1000);
    await expectError(await guess(email), 'invalid_credentials');
  });

  it('allow 5 password resets for one address in 15 minutes', async () => {
    startWindow(900);
    const ask = () => post('/api/auth/password-reset', { email: 'ada@example.com' });
    for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(200);
    expect(await expectWait(await ask())).toBeLessThanOrEqual(900);
  });

  it('allow 50 sign-ups an hour from one network', async () => {
    startWindow(3600);
    for (let n = 0; n < 50; n += 1) await expectError(await post('/api/auth/sign-up', {}), 'invalid_input');
    await expectWait(await post('/api/auth/sign-up', {}));
  });

  it('allow each user 120 writes a minute, independently of other users', async () => {
    startWindow(60);
    const [busy, calm] = [await newPerson(server), await newPerson(server)];
    const write = (person: typeof busy) => person.fetch(`/api/posts/${newId()}/like`, { method: 'PUT' });
    const responses = await Promise.all(Array.from({ length: 121 }, () => write(busy)));
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(120);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected && (await expectWait(rejected))).toBeLessThanOrEqual(60);
    await expectError(await write(calm), 'post_not_found');
    expect((await busy.fetch('/api/me/spaces')).status).toBe(200);
  });

  it('ignore an address that the client claims', async () => {
    startWindow(900);
    const ask = (n: number) =>
      server.client().fetch('/api/auth/password-reset', {
        method: 'POST',
        headers: { ...json, 'x-forwarded-for': `10.0.0.${n}` },
        body: JSON.stringify({ email: 'eve@example.com' }),
      });
    for (let n = 0; n < 5; n += 1) await ask(n);
    await expectWait(await ask(6));
  });
});

describe('Write limits of a space', () => {
  it('allow members 10 posts an hour, and moderators any number', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    const writes = await Promise.allSettled(Array.from({ length: 12 }, () => newPost(member, space)));
    const rejected = writes.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(2);
    for (const result of rejected) {
      expect((result as PromiseRejectedResult).reason).toMatchObject({
        status: 429,
        code: 'post_limit_reached',
        message: expect.stringMatching(
          /You've reached the limit of 10 posts an hour\. Try again in \d+ minutes\.$/,
        ),
        data: { retry_after: expect.any(Number) },
      });
    }
    setClockOffset(61 * 60_000);
    await newPost(member, space);
    const admin = await newMember(server, space);
    await setRole(server, space.id, admin.user.id, 'admin');
    for (const moderator of [owner, admin]) for (let n = 0; n < 11; n += 1) await newPost(moderator, space);
  });
});

describe('Requests from other sites', () => {
  const from = (origin: string, method = 'POST') =>
    server.client().fetch('/api/auth/sign-out', { method, headers: { origin } });

  it.each([
    'https://evil.example',
    'null',
    '',
    'http://localhost:1',
    'file://',
    'http://localhost.evil.example',
  ])('are rejected: %j', async (origin) => {
    const raw = await sendRaw(server.url, rawRequest('POST', '/api/auth/sign-out', { Origin: origin }));
    expect((raw.json() as ErrorBody).error.code).toBe('origin_not_allowed');
  });

  it('are allowed for reading, unlike writes, which need the own origin or none', async () => {
    expect((await from(server.url)).status).toBe(200);
    expect((await from(server.url.replace('localhost', '127.0.0.1'))).status).toBe(403);
    expect((await server.client().fetch('/api/auth/sign-out', { method: 'POST' })).status).toBe(200);
    const read = await server.client().fetch('/api/spaces', { headers: { origin: 'https://evil.example' } });
    expect(read.status).toBe(200);
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('change nothing if they are rejected', async () => {
    const person = await newPerson(server);
    const response = await person.fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    await expectError(response, 'origin_not_allowed');
    expect((await person.call('get_session')).user?.id).toBe(person.user.id);
  });
});

describe('Security headers', () => {
  it.each([
    ['a response', 'GET', '/api/spaces', 200],
    ['an error', 'GET', '/api/me/spaces', 401],
    ['an unknown path', 'GET', '/api/nothing', 404],
    ['a rejected origin', 'POST', '/api/auth/sign-out', 403],
    ['a malformed address', 'GET', '/api/%', 404],
    ['health', 'GET', '/api/health', 200],
    ['the API document', 'GET', '/api/openapi.json', 200],
    ['its reader', 'GET', '/api/docs', 200],
    ['a missing file', 'GET', `/files/${newId()}/640.webp`, 404],
    ['malformed HTTP', 'BREW', '/', 400],
  ])('are set on %s', async (_what, method, path, status) => {
    const headers: Record<string, string> = method === 'POST' ? { Origin: 'https://evil.example' } : {};
    const response = await sendRaw(server.url, rawRequest(method, path, headers));
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(response.headers.get('permissions-policy')).toContain('camera=()');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src '(none|self)'/);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    expect(response.headers.has('server')).toBe(false);
    expect(response.headers.has('x-powered-by')).toBe(false);
  });

  it('require https, as the session cookie does, if the public URL uses https', async () => {
    const { config, log } = server.running.platform;
    const publicUrl = 'https://community.example';
    const app = createHttpServer({ ...config, publicUrl }, log, () => publicUrl);
    app.get('/here', async () => ({}));
    const response = await app.inject('/here');
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await app.close();
    const cookies = createSessionCookies('a secret', true);
    const [session = '', descriptor = ''] = cookies.write('token', newId(), 2e9, 0);
    expect(session).toMatch(/^__Host-hearth_session=.*; HttpOnly; .*; Path=\/; SameSite=Lax; Secure$/);
    expect(descriptor).toMatch(/; Path=\/; SameSite=Lax; Secure$/);
  });
});
