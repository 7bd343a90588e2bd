import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestClient, type TestClient } from '#testing/client.ts';
import { type CallbackResponse, startTestProvider } from '#testing/fakes/external-provider.ts';
import { ownServer } from '#testing/server.ts';

const provider = await startTestProvider();
const server = ownServer('it has a provider to sign in with', provider.settings);
const cookieName = '__Host-hearth_external';
afterAll(() => provider.stop());
afterEach(() => {
  provider.intercept = null;
  setClockOffset(0);
  vi.restoreAllMocks();
});

function newSubject(): string {
  const subject = newId();
  provider.people.set(subject, {
    email: `${subject}@example.com`,
    email_verified: true,
    name: 'Ada Lovelace',
  });
  return subject;
}

async function begin(client: TestClient, change: (url: URL) => void = () => {}): Promise<CallbackResponse> {
  const url = new URL((await client.call('start_external_sign_in')).url);
  change(url);
  return await provider.visit(url.href, newSubject());
}

/** Expects that the code is rejected and no one is logged in. */
async function expectRejected(
  client: TestClient,
  response: { code: string; state: string; iss?: string },
  code: ErrorCode = 'external_sign_in_failed',
): Promise<void> {
  await expect(client.call('exchange_external_code', response)).rejects.toMatchObject({ code });
  expect(await client.call('get_session')).toEqual({ session: null, user: null });
}

async function expectAccepted(client: TestClient, response: CallbackResponse): Promise<void> {
  expect((await client.call('exchange_external_code', response)).user?.first_name).toBe('Ada');
}

describe('Single sign-on callback of another browser or attempt', () => {
  it('is rejected with a changed state, while the right one still works', async () => {
    const client = server.client();
    const response = await begin(client);
    await expectRejected(client, { ...response, state: `${response.state}x` });
    await expectAccepted(client, response);
  });

  it('is rejected in a browser without an attempt', async () => {
    const response = await begin(server.client());
    await expectRejected(server.client(), response);
  });

  it('is rejected in a browser with another attempt', async () => {
    const [attacker, victim] = [server.client(), server.client()];
    const response = await begin(attacker);
    const attempt = await begin(victim);
    await expectRejected(victim, response);
    await expectAccepted(victim, attempt);
  });

  it("is rejected with someone else's code and this browser's state", async () => {
    const [attacker, victim] = [server.client(), server.client()];
    const { code } = await begin(attacker);
    const attempt = await begin(victim);
    await expectRejected(victim, { ...attempt, code });
  });

  it('is rejected if the code was issued for another nonce', async () => {
    const client = server.client();
    const response = await begin(client, (url) => url.searchParams.set('nonce', 'chosen-by-another'));
    await expectRejected(client, response);
  });

  it('is rejected if the code was issued for another challenge', async () => {
    const client = server.client();
    const other = new URL((await server.client().call('start_external_sign_in')).url);
    const challenge = other.searchParams.get('code_challenge') ?? '';
    const response = await begin(client, (url) => url.searchParams.set('code_challenge', challenge));
    await expectRejected(client, response);
  });

  it.each([
    ['from another issuer', 'https://evil.example'],
    ['without the issuer this provider always names', undefined],
  ])('is rejected %s', async (_name, iss) => {
    const client = server.client();
    await expectRejected(client, { ...(await begin(client)), iss });
  });
});

describe('Second use of a single sign-on code', () => {
  it('fails because the cookie was deleted', async () => {
    const client = server.client();
    const response = await begin(client);
    await expectAccepted(client, response);
    await client.call('sign_out');
    expect(client.cookies.has(cookieName)).toBe(false);
    await expectRejected(client, response);
  });

  it('is rejected by the provider if the cookie was kept', async () => {
    const client = server.client();
    const response = await begin(client);
    const cookie = client.cookies.get(cookieName) ?? '';
    await expectAccepted(client, response);
    await client.call('sign_out');
    client.cookies.set(cookieName, cookie);
    await expectRejected(client, response);
  });

  it('requires a new attempt after a rejected code', async () => {
    const client = server.client();
    const response = await begin(client);
    await expectRejected(client, { ...response, code: 'made-up' });
    await expectRejected(client, response);
    await expectAccepted(client, await begin(client));
  });
});

describe('Single sign-on cookie', () => {
  it('is valid for ten minutes', async () => {
    const client = server.client();
    const [early, late] = [await begin(client), client.cookies.get(cookieName) ?? ''];
    setClockOffset(10 * 60 * 1000 + 1000);
    await expectRejected(client, early);
    setClockOffset(9 * 60 * 1000);
    client.cookies.set(cookieName, late);
    await expectAccepted(client, early);
  });

  it('cannot be forged or changed by the browser', async () => {
    const client = server.client();
    const response = await begin(client);
    const [payload = '', signature = ''] = (client.cookies.get(cookieName) ?? '').split('.');
    const attempt = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const changed = Buffer.from(JSON.stringify({ ...attempt, redirect: '//evil.example' })).toString(
      'base64url',
    );
    for (const forged of [
      `${changed}.${signature}`,
      `${payload}.`,
      `${payload}`,
      '.',
      'x.y',
      `${changed}.${signature}.z`,
    ]) {
      client.cookies.set(cookieName, forged);
      await expectRejected(client, response);
    }
    client.cookies.set(cookieName, `${payload}.${signature}`);
    await expectAccepted(client, response);
  });
});

describe('Redirect after single sign-on', () => {
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/a b',
    'discover',
    '',
    'javascript:alert(1)',
    `/${'a'.repeat(500)}`,
  ])('is never another site or a broken path: %j', async (redirect) => {
    await expect(server.client().call('start_external_sign_in', { redirect })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it.each(['/', '/discover?q=a%20b', '/garden/about?ref=0190abcd#top', '/garten-für-alle/space', '/a//b'])(
    'may be %s',
    async (redirect) => {
      const client = server.client();
      const { url } = await client.call('start_external_sign_in', { redirect });
      const response = await provider.visit(url, newSubject());
      expect((await client.call('exchange_external_code', response)).redirect).toBe(redirect);
    },
  );
});

const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Returns a browser of a server that has not fetched the provider's metadata yet. */
async function freshClient(environment: NodeJS.ProcessEnv = {}): Promise<TestClient> {
  const { localUrl } = await server.another(environment);
  return createTestClient(() => localUrl);
}

describe('Token of the provider', () => {
  /** Exchanges a code for a valid token, except for `changes`. */
  async function exchangeFor(changes: Record<string, unknown>, forge = (token: string) => token) {
    const client = server.client();
    let nonce = '';
    const response = await begin(client, (url) => {
      nonce = url.searchParams.get('nonce') ?? '';
    });
    const now = Math.floor(Date.now() / 1000);
    const subject = newId();
    const claims = {
      iss: provider.issuer,
      aud: 'hearth',
      sub: subject,
      nonce,
      iat: now,
      exp: now + 600,
      email: `${subject}@example.com`,
      email_verified: true,
      name: 'Ada Lovelace',
      ...changes,
    };
    provider.intercept = (request, response) => {
      if (request.url !== '/token') return false;
      const id_token = forge(provider.signToken(claims));
      sendJson(response, { access_token: 'a', token_type: 'Bearer', expires_in: 600, id_token });
      return true;
    };
    return { client, response };
  }

  it('is accepted with its address if everything is valid', async () => {
    const { client, response } = await exchangeFor({});
    await expectAccepted(client, response);
  });

  it.each([
    ['for another audience', { aud: 'somebody-else' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that has run out', { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ['without an end', { exp: undefined }],
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject the database cannot keep', { sub: 'a\u0000b' }],
    ['with a subject too long', { sub: 'a'.repeat(256) }],
  ])('is rejected: %s', async (_name, changes) => {
    const { client, response } = await exchangeFor(changes);
    await expectRejected(client, response);
  });

  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['without a signature', (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
    ['of no algorithm', (token: string) => `${part({ alg: 'none' })}.${token.split('.')[1]}.`],
    ['signed by another key', (token: string) => `${token.slice(0, -200)}${'A'.repeat(200)}`],
    ['that is none', () => 'x'],
  ])('is rejected: %s', async (_name, forge) => {
    const { client, response } = await exchangeFor({}, forge);
    await expectRejected(client, response);
  });

  it('is rejected if the user info with the address belongs to another subject', async () => {
    const { client, response } = await exchangeFor({ email: undefined });
    const token = provider.intercept;
    provider.intercept = (request, response) => {
      if (request.url !== '/me') return token?.(request, response) ?? false;
      sendJson(response, { sub: 'somebody-else', email: 'x@example.com', email_verified: true });
      return true;
    };
    await expectRejected(client, response);
  });

  it('does not verify an address that only the user info contains', async () => {
    const { client, response } = await exchangeFor({ email: undefined, sub: 'notified-elsewhere' });
    const token = provider.intercept;
    provider.intercept = (request, response) => {
      if (request.url !== '/me') return token?.(request, response) ?? false;
      sendJson(response, { sub: 'notified-elsewhere', email: 'y@example.com' });
      return true;
    };
    await expectRejected(client, response, 'external_email_unverified');
  });
});

describe('Failing provider', () => {
  const unavailable = { code: 'external_sign_in_unavailable', status: 503 };
  const discovery = '/.well-known/openid-configuration';

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['hangs up', (response) => response.destroy()],
    ['returns 500', (response) => sendJson(response, { error: 'x' }, 500)],
    [
      'returns a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
    ],
    ['returns invalid metadata', (response) => sendJson(response, [])],
    ['names another issuer', (response) => sendJson(response, { issuer: 'https://evil.example' })],
  ])('is reported as unavailable at the start, and retried: %s', async (_name, fail) => {
    const client = await freshClient();
    provider.intercept = (_request, response) => {
      fail(response);
      return true;
    };
    await expect(client.call('start_external_sign_in')).rejects.toMatchObject(unavailable);
    provider.intercept = null;
    await expectAccepted(client, await begin(client));
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['hangs up', (response) => response.destroy()],
    ['returns 500', (response) => sendJson(response, { error: 'server_error' }, 500)],
    ['returns a page', (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<p>Bad')],
  ])('is reported as unavailable at the exchange: %s', async (_name, fail) => {
    const client = server.client();
    const response = await begin(client);
    provider.intercept = (request, response) => {
      if (request.url !== '/token') return false;
      fail(response);
      return true;
    };
    await expectRejected(client, response, 'external_sign_in_unavailable');
  });

  it('is asked for its metadata once an hour, not at every sign-on', async () => {
    const client = await freshClient();
    let requested = 0;
    provider.intercept = (request) => {
      if (request.url === discovery) requested += 1;
      return false;
    };
    const starts = () => Promise.all([1, 2, 3].map(() => client.call('start_external_sign_in')));
    await starts();
    await starts();
    expect(requested).toBe(1);
    setClockOffset(60 * 60 * 1000 + 1000);
    await starts();
    expect(requested).toBe(2);
    // Cached metadata is used while the provider is down.
    setClockOffset(3 * 60 * 60 * 1000);
    provider.intercept = (_request, response) => {
      response.destroy();
      return true;
    };
    await starts();
  });

  it('times out after ten seconds', async () => {
    const client = await freshClient();
    const requested: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      requested.push(milliseconds);
      return timeout(50);
    });
    provider.intercept = () => true;
    await expect(client.call('start_external_sign_in')).rejects.toMatchObject(unavailable);
    expect(requested).toEqual([10_000]);
  });

  it('cannot redirect this server to another address', async () => {
    let visited = 0;
    const elsewhere = createServer((_request, response) => {
      visited += 1;
      sendJson(response, { issuer: provider.issuer });
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const redirect = (response: ServerResponse) => response.writeHead(307, { location }).end();
    const client = await freshClient();
    provider.intercept = (_request, response) => {
      redirect(response);
      return true;
    };
    await expect(client.call('start_external_sign_in')).rejects.toMatchObject(unavailable);
    provider.intercept = null;
    const response = await begin(client);
    provider.intercept = (request, response) => {
      if (request.url !== '/token') return false;
      redirect(response);
      return true;
    };
    await expectRejected(client, response, 'external_sign_in_unavailable');
    expect(visited).toBe(0);
    await new Promise((resolve) => elsewhere.close(resolve));
  });

  it('fails the sign-on, without a server error, if it rejects the client secret', async () => {
    const client = await freshClient({ OIDC_CLIENT_SECRET: 'an old one' });
    await expectRejected(client, await begin(client));
  });
});
