import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { deleteSessionsOf } from '#server/platform/auth/sessions.queries.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import type { TestClient } from '#testing/client.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newPerson } from '#testing/people.ts';
import { expectError } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';
import { lockRecipient, upsertPassword } from '../auth.queries.ts';
import { hashPassword } from '../passwords.ts';

const server = sharedServer();
const minute = 60_000;
const day = 24 * 60 * minute;
afterEach(() => setClockOffset(0));

const signIn = (
  person: { user: { email: string }; password: string },
  client: TestClient = server.client(),
) => client.call('sign_in', { email: person.user.email, password: person.password });
/** Returns the user whom the server identifies by these cookies. */
const whoIs = async (cookie: string): Promise<string | null> => {
  const response = await server.client().fetch('/api/auth/session', { headers: { cookie } });
  return ((await response.json()) as { user: { id: string } | null }).user?.id ?? null;
};

describe('Login', () => {
  it('ignores case and spaces of the address, and requires the exact password', async () => {
    const person = await newPerson(server);
    const client = server.client();
    const { user } = await client.call('sign_in', {
      email: ` ${person.user.email.toUpperCase()} `,
      password: person.password,
    });
    expect(user).toEqual(person.user);
    for (const password of [person.password.toUpperCase(), ` ${person.password}`, `${person.password}x`]) {
      await expect(
        server.client().call('sign_in', { email: person.user.email, password }),
      ).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
    }
  });

  it('responds to unknown addresses like to wrong passwords', async () => {
    const person = await newPerson(server);
    const responses = [];
    for (const email of [person.user.email, 'nobody@example.com']) {
      const response = await server.client().fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'wrong-password' }),
      });
      const { error } = await expectError(response, 'invalid_credentials');
      expect(response.headers.getSetCookie()).toEqual([]);
      responses.push({ ...error, request_id: '' });
    }
    expect(responses[0]).toEqual(responses[1]);
  });

  it('sets a session cookie that scripts cannot read and a descriptor that they can', async () => {
    const person = await newPerson(server);
    const client = server.client();
    const response = await client.fetch('/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.user.email, password: person.password }),
    });
    const { session } = (await response.json()) as { session: { user_id: string; expires_at: number } };
    const [secret = '', descriptor = ''] = response.headers.getSetCookie();
    expect(secret).toMatch(/^hearth_session=[^;]+; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Lax$/);
    expect(descriptor).toMatch(/^hearth_session_info=[^;]+; Max-Age=\d+; Path=\/; SameSite=Lax$/);
    expect(JSON.parse(decodeURIComponent(client.cookies.get('hearth_session_info') ?? ''))).toEqual(session);
    const maxAge = Number(/Max-Age=(\d+)/.exec(secret)?.[1]);
    expect(Math.abs(maxAge - 30 * 24 * 3600)).toBeLessThan(60);
    expect(Math.abs(session.expires_at - (Date.now() / 1000 + maxAge))).toBeLessThan(60);
  });

  it("ends this browser's previous session", async () => {
    const [first, second] = [await newPerson(server), await newPerson(server)];
    const old = first.cookieHeader();
    await signIn(second, first);
    expect(await whoIs(old)).toBeNull();
    expect(await whoIs(first.cookieHeader())).toBe(second.user.id);
  });

  it('with the old password fails while the password is being changed', async () => {
    const person = await newPerson(server);
    const { id } = person.user;
    let login: Promise<unknown> = Promise.resolve();
    await server.db.transaction().execute(async (tx) => {
      await lockRecipient(tx, person.user.email);
      await upsertPassword(tx, id, await hashPassword('another-1'));
      await deleteSessionsOf(tx, id);
      login = signIn(person).catch((error: unknown) => error);
      await untilWaiting(server.db, '%insert into sessions%');
    });
    expect(await login).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(await server.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual(
      [],
    );
    await signIn({ ...person, password: 'another-1' });
  });

  it("keeps this browser's previous session if it fails", async () => {
    const person = await newPerson(server);
    await expect(
      person.call('sign_in', { email: person.user.email, password: 'wrong-password' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await whoIs(person.cookieHeader())).toBe(person.user.id);
  });
});

describe('Logout', () => {
  it('ends the session on the server and clears the cookies', async () => {
    const person = await newPerson(server);
    const old = person.cookieHeader();
    await person.call('sign_out');
    // The remaining cookie only says that someone has logged in here before.
    expect([...person.cookies.keys()]).toEqual(['hearth_browser']);
    expect(await whoIs(old)).toBeNull();
    await expectError(
      await server.client().fetch('/api/me/spaces', { headers: { cookie: old } }),
      'authentication_required',
    );
    await person.call('sign_out');
  });

  it('takes effect even if its request failed: the session is ignored, and ends with the next call', async () => {
    const person = await newPerson(server);
    const session = person.cookieHeader();
    const left = `${session}; hearth_signed_out=1`;
    expect(await whoIs(left)).toBeNull();
    await expectError(
      await server.client().fetch('/api/me/spaces', { headers: { cookie: left } }),
      'authentication_required',
    );
    expect(await whoIs(session)).toBe(person.user.id);
    const response = await server.client().fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { cookie: left, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toContain('hearth_signed_out=; Max-Age=0; Path=/; SameSite=Lax');
    expect(await whoIs(session)).toBeNull();
  });

  it('is forgotten with the next login', async () => {
    const person = await newPerson(server);
    person.cookies.set('hearth_signed_out', '1');
    await signIn(person, person);
    expect(await whoIs(person.cookieHeader())).toBe(person.user.id);
  });

  it('keeps other sessions of the person', async () => {
    const person = await newPerson(server);
    const other = server.client();
    await signIn(person, other);
    await person.call('sign_out');
    expect((await other.call('get_session')).user?.id).toBe(person.user.id);
  });
});

describe('Stored sessions', () => {
  it('contain only hashes of tokens, and the browser that logged in', async () => {
    const person = await newPerson(server);
    const headers = { 'user-agent': `Browser ${'x'.repeat(600)}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ email: person.user.email, password: person.password });
    await person.fetch('/api/auth/sign-in', { method: 'POST', headers, body });
    const first = server.running.platform.cookies.read(person.cookieHeader()) ?? '';
    await person.call('refresh_session');
    const second = server.running.platform.cookies.read(person.cookieHeader()) ?? '';
    const [row, ...others] = await server.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', person.user.id)
      .execute();
    expect(others).toEqual([]);
    const hash = (token: string) => createHash('sha256').update(token).digest('base64url');
    expect(row).toMatchObject({ token_hash: hash(second), previous_token_hash: hash(first) });
    for (const token of [first, second]) expect(JSON.stringify(row)).not.toContain(token);
    expect(row?.user_agent).toBe(headers['user-agent'].slice(0, 500));
  });
});

describe('Session refresh', () => {
  it('replaces the token, and the old one works for another minute', async () => {
    const person = await newPerson(server);
    const old = person.cookieHeader();
    const before = (await person.call('get_session')).session?.expires_at ?? 0;
    setClockOffset(5 * day);
    const { session } = await person.call('refresh_session');
    expect((session?.expires_at ?? 0) - before).toBeGreaterThan(4 * 24 * 3600);
    expect(person.cookieHeader()).not.toBe(old);
    expect(await whoIs(old)).toBe(person.user.id);
    setClockOffset(5 * day + 59_000 - 5_000);
    expect(await whoIs(old)).toBe(person.user.id);
    setClockOffset(5 * day + 61_000);
    expect(await whoIs(old)).toBeNull();
    expect(await whoIs(person.cookieHeader())).toBe(person.user.id);
  });

  it('by two windows at once leaves both with a valid session', async () => {
    const person = await newPerson(server);
    const cookie = person.cookieHeader();
    const windows = [server.client(), server.client(), server.client()];
    await Promise.all(
      windows.map((window) =>
        window.fetch('/api/auth/session/refresh', { method: 'POST', headers: { cookie } }),
      ),
    );
    setClockOffset(2 * minute);
    for (const window of windows) expect(await whoIs(window.cookieHeader())).toBe(person.user.id);
  });

  it('is rejected for an ended or expired session', async () => {
    const person = await newPerson(server);
    const cookie = person.cookieHeader();
    setClockOffset(31 * day);
    expect(await whoIs(cookie)).toBeNull();
    await expectError(
      await person.fetch('/api/auth/session/refresh', { method: 'POST' }),
      'authentication_required',
    );
    setClockOffset(0);
    await person.call('sign_out');
    await expectError(
      await server.client().fetch('/api/auth/session/refresh', { method: 'POST', headers: { cookie } }),
      'authentication_required',
    );
  });

  it('does not keep the old token valid when the session ends', async () => {
    const person = await newPerson(server);
    const old = person.cookieHeader();
    await person.call('refresh_session');
    await person.call('sign_out');
    expect(await whoIs(old)).toBeNull();
  });
});

describe('Forged cookies', () => {
  it('identify no one', async () => {
    const person = await newPerson(server);
    const value = decodeURIComponent(person.cookies.get('hearth_session') ?? '');
    const [token = '', signature = ''] = value.split('.');
    const forged = [
      token,
      `${token}.`,
      `.${signature}`,
      `${token}.${signature.slice(0, -1)}`,
      `${token}.${signature}A`,
      `${token}x.${signature}`,
      `${token}.${signature.toLowerCase()}`,
      `${signature}.${token}`,
      '.',
      '%',
      '%00',
      '%ff.%ff',
      "' or 1=1 --.x",
      'x'.repeat(8_000),
    ];
    for (const cookie of forged) expect(await whoIs(`hearth_session=${cookie}`), cookie).toBeNull();
    expect(await whoIs(`hearth_session_info=${person.cookies.get('hearth_session_info')}`)).toBeNull();
    expect(await whoIs(`xhearth_session=${encodeURIComponent(value)}`)).toBeNull();
    expect(await whoIs(`a=b; hearth_session=${encodeURIComponent(value)} ; c`)).toBe(person.user.id);
  });

  it('signed with another secret identify no one', async () => {
    const person = await newPerson(server);
    const { createSessionCookies } = await import('#server/platform/auth/session-cookie.ts');
    const token = server.running.platform.cookies.read(person.cookieHeader()) ?? '';
    const [line = ''] = createSessionCookies('another-secret', false).write(token, person.user.id, 2e9, 0);
    expect(token.length).toBeGreaterThan(20);
    expect(await whoIs(line.split(';')[0] ?? '')).toBeNull();
  });
});
