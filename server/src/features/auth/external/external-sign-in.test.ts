import { afterAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/users.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestClient, type TestClient } from '#testing/client.ts';
import { tokenFromEmail } from '#testing/emails.ts';
import { type CallbackResponse, publicUrl, startTestProvider } from '#testing/fakes/external-provider.ts';
import { listen } from '#testing/live.ts';
import { newPerson } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';

const provider = await startTestProvider();
const server = ownServer('it has a provider to sign in with', provider.settings);
afterAll(() => provider.stop());

/** Adds a person to the provider and returns the subject. */
function newSubject(claims: Record<string, unknown> = {}): string {
  const subject = newId();
  const email = `${subject}@example.com`;
  provider.people.set(subject, {
    email,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
    ...claims,
  });
  return subject;
}

async function begin(client: TestClient, subject: string, redirect?: string): Promise<CallbackResponse> {
  const { url } = await client.call('start_external_sign_in', { redirect });
  return await provider.visit(url, subject);
}

async function signIn(client: TestClient, subject: string) {
  const response = await client.call('exchange_external_code', await begin(client, subject));
  if (!response.user) throw new Error('no one is logged in');
  return { ...response, user: response.user };
}

const whoIs = async (client: TestClient): Promise<Account | null> => (await client.call('get_session')).user;
const setVerified = (userId: string) =>
  server.db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();

describe('Sign-in options', () => {
  it('include the name of the provider', async () => {
    expect(await server.client().call('get_sign_in_options')).toEqual({
      password: true,
      external: { name: 'Village pass' },
      email_confirmation: false,
    });
  });

  it('are only email and password if no provider is configured', async () => {
    const off = await server.another({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' });
    const client = createTestClient(() => off.localUrl);
    expect((await client.call('get_sign_in_options')).external).toBeNull();
    await expect(client.call('start_external_sign_in')).rejects.toMatchObject({
      code: 'sso_not_configured',
    });
    await expect(client.call('exchange_external_code', { code: 'a', state: 'b' })).rejects.toMatchObject({
      code: 'sso_not_configured',
    });
  });
});

describe('First single sign-on', () => {
  it('sends state, nonce and a challenge, and binds them to the browser with a cookie', async () => {
    const client = server.client();
    const response = await client.fetch('/api/auth/external', { method: 'POST' });
    const { url } = (await response.json()) as { url: string };
    const requested = Object.fromEntries(new URL(url).searchParams);
    expect(url.startsWith(`${provider.issuer}/auth?`)).toBe(true);
    expect(requested).toMatchObject({
      client_id: 'hearth',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${publicUrl}/auth/callback`,
      code_challenge_method: 'S256',
    });
    for (const secret of [requested.state, requested.nonce, requested.code_challenge]) {
      expect(secret).toMatch(/^[\w-]{43}$/);
    }
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-hearth_external=[\w.-]+; Max-Age=600; HttpOnly; Path=\/; SameSite=Lax; Secure$/,
      ),
    ]);
  });

  it('creates an account with the name and the verified address, but no external image', async () => {
    const client = server.client();
    const subject = newSubject({
      email: `ADA-${newId()}@Example.com`,
      image: 'https://elsewhere.example/ada.png',
    });
    const { user, session, redirect, password_removed } = await signIn(client, subject);
    expect(user).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      full_name: 'Ada Lovelace',
      email: String(provider.people.get(subject)?.email).toLowerCase(),
      email_verified: true,
      avatar_url: null,
    });
    expect(user.username).toMatch(/^ada-lovelace/);
    expect(session?.user_id).toBe(user.id);
    expect({ redirect, password_removed }).toEqual({ redirect: null, password_removed: false });
    expect(await whoIs(client)).toMatchObject({ id: user.id });
    expect([...client.cookies.keys()].sort()).toEqual([
      '__Host-hearth_browser',
      '__Host-hearth_session',
      'hearth_session_info',
    ]);
  });

  it('redirects to where the person was going', async () => {
    const client = server.client();
    const redirect = '/garden/about?ref=0190abcd#join';
    const response = await client.call('exchange_external_code', await begin(client, newSubject(), redirect));
    expect(response.redirect).toBe(redirect);
  });

  it('gives people with the same name different usernames', async () => {
    const names = { given_name: 'Grace', family_name: 'Hopper' };
    const subjects = [newSubject(names), newSubject(names), newSubject(names), newSubject(names)];
    const people = await Promise.all(subjects.map((subject) => signIn(server.client(), subject)));
    expect(new Set(people.map(({ user }) => user.username)).size).toBe(4);
  });

  it('creates one account from two browsers at the same time', async () => {
    const subject = newSubject();
    const browsers = [server.client(), server.client()];
    const responses = await Promise.all(browsers.map((browser) => begin(browser, subject)));
    const people = await Promise.all(
      browsers.map((browser, n) =>
        browser.call('exchange_external_code', responses[n] ?? { code: '', state: '' }),
      ),
    );
    expect(people[0]?.user?.id).toBe(people[1]?.user?.id);
    expect(people[0]?.user?.id).toBeDefined();
  });

  it('allows setting a password by email afterwards, but not before', async () => {
    const { user } = await signIn(server.client(), newSubject());
    await expect(
      server.client().call('sign_in', { email: user.email, password: 'any-password' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    await server.client().call('request_password_reset', { email: user.email });
    const token = await tokenFromEmail(server, user.email, 'reset-password');
    await server.client().call('reset_password', { token, password: 'own-password' });
    const again = await server.client().call('sign_in', { email: user.email, password: 'own-password' });
    expect(again.user?.id).toBe(user.id);
  });
});

describe('Later single sign-on', () => {
  it('finds the account even if the address has changed', async () => {
    const subject = newSubject();
    const first = await signIn(server.client(), subject);
    provider.people.set(subject, { email: 'moved@example.com', email_verified: false });
    const second = await signIn(server.client(), subject);
    expect(second.user).toEqual(first.user);
  });

  it("ends this browser's previous session and keeps others", async () => {
    const client = await newPerson(server);
    const before = client.cookieHeader();
    const elsewhere = server.client();
    await elsewhere.call('sign_in', { email: client.user.email, password: client.password });
    const { user } = await signIn(client, newSubject());
    expect((await whoIs(client))?.id).toBe(user.id);
    const old = await server.client().fetch('/api/auth/session', { headers: { cookie: before } });
    expect(await old.json()).toEqual({ session: null, user: null });
    expect((await whoIs(elsewhere))?.id).toBe(client.user.id);
  });

  it('works with a provider that accepts the secret only in the body', async () => {
    const other = await server.another({ OIDC_CLIENT_ID: 'hearth-post' });
    const subject = newSubject();
    const first = await signIn(
      createTestClient(() => other.localUrl),
      subject,
    );
    const second = await signIn(
      createTestClient(() => other.localUrl),
      subject,
    );
    expect(second.user.id).toBe(first.user.id);
  });
});

describe('Single sign-on with the address of an existing account', () => {
  it('links the account if both sides have verified the address, keeping password and sessions', async () => {
    const person = await newPerson(server);
    await setVerified(person.user.id);
    const subject = newSubject({ email: person.user.email.toUpperCase(), given_name: 'Other' });
    const { user, password_removed } = await signIn(server.client(), subject);
    expect(user).toEqual({ ...person.user, email_verified: true });
    expect(password_removed).toBe(false);
    expect((await whoIs(person))?.id).toBe(user.id);
    const { email } = person.user;
    expect((await server.client().call('sign_in', { email, password: person.password })).user?.id).toBe(
      user.id,
    );
    expect((await signIn(server.client(), subject)).user.id).toBe(user.id);
  });

  it('takes over an unverified account and locks out its creator', async () => {
    const squatter = await newPerson(server);
    const { email, id } = squatter.user;
    await server.client().call('request_password_reset', { email });
    const link = await tokenFromEmail(server, email, 'reset-password');
    const { feed } = await squatter.call('create_calendar_feed');
    const { pathname } = new URL(feed.url);
    expect((await server.client().fetch(pathname)).status).toBe(200);
    const listener = await listen(server.url, squatter);
    await listener.subscribe(`user:${id}`);
    const owner = server.client();
    const { user, password_removed } = await signIn(owner, newSubject({ email }));
    expect(user).toMatchObject({ id, email, email_verified: true });
    expect(password_removed).toBe(true);
    await listener.received('session.ended');
    listener.close();
    expect(await whoIs(squatter)).toBeNull();
    expect((await server.client().fetch(pathname)).status).toBe(404);
    expect((await whoIs(owner))?.id).toBe(id);
    await expect(
      server.client().call('sign_in', { email, password: squatter.password }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(
      server.client().call('reset_password', { token: link, password: 'waiting-one' }),
    ).rejects.toMatchObject({ code: 'invalid_reset_token' });
  });

  it.each([
    ['false', { email_verified: false }],
    ['left out', { email_verified: undefined }],
    ['some other value', { email_verified: 1 }],
  ])('changes nothing when the provider says verified: %s', async (_name, claims) => {
    const person = await newPerson(server);
    await setVerified(person.user.id);
    const client = server.client();
    const response = await begin(client, newSubject({ email: person.user.email, ...claims }));
    await expect(client.call('exchange_external_code', response)).rejects.toMatchObject({
      code: 'external_email_unverified',
      status: 403,
    });
    expect(await whoIs(client)).toBeNull();
    expect((await whoIs(person))?.id).toBe(person.user.id);
    const ways = await server.db
      .selectFrom('accounts')
      .select('provider_id')
      .where('user_id', '=', person.user.id)
      .execute();
    expect(ways).toEqual([{ provider_id: 'credential' }]);
  });
});

describe('Provider without a verified address', () => {
  it.each([
    ['unverified', { email_verified: false }],
    ['no address', { email: undefined }],
    ['no real address', { email: 'ada at example' }],
    ['an address too long', { email: `${'a'.repeat(250)}@example.com` }],
  ])('creates no account: %s', async (_name, claims) => {
    const subject = newSubject(claims);
    const client = server.client();
    const response = await begin(client, subject);
    await expect(client.call('exchange_external_code', response)).rejects.toMatchObject({
      code: 'external_email_unverified',
    });
    expect(await whoIs(client)).toBeNull();
    const accounts = await server.db
      .selectFrom('users')
      .select('id')
      .where('email', 'like', `%${subject}%`)
      .execute();
    expect(accounts).toEqual([]);
  });
});
