import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo, tokenFromEmail } from '#testing/emails.ts';
import { expectNoRowsChanged } from '#testing/responses.ts';
import { ownServer } from '#testing/server.ts';
import { linkLifetime } from './one-time-links/one-time-token.ts';

const server = ownServer('email addresses must be confirmed', { REQUIRE_EMAIL_CONFIRMATION: 'on' });
afterEach(() => setClockOffset(0));
const newAccount = () => ({
  first_name: 'Ada',
  last_name: 'Tester',
  email: `${newId()}@example.com`,
  password: 'secret-1',
});
/** Signs up a new account, which is emailed a link. */
async function signUp() {
  const account = newAccount();
  await server.client().call('sign_up', account);
  return account;
}
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('Email confirmation', () => {
  it('logs in with the emailed link, once, and not at sign-up', async () => {
    const account = newAccount();
    const client = server.client();
    expect(await client.call('sign_up', account)).toEqual({
      session: null,
      user: null,
      confirmation_required: true,
    });
    expect(client.cookies.size).toBe(0);
    const { email, password } = account;
    const token = await tokenFromEmail(server, email, 'confirm-email');
    await expect(client.call('sign_in', { email, password })).rejects.toMatchObject({
      status: 403,
      code: 'email_not_confirmed',
    });
    const { user } = await client.call('confirm_email', { token });
    expect(user).toMatchObject({ email, email_verified: true });
    expect((await client.call('get_session')).user?.id).toBe(user?.id);
    const thief = server.client();
    expect(await thief.call('confirm_email', { token })).toEqual({ session: null, user: null });
    expect(thief.cookies.size).toBe(0);
    expect((await server.client().call('sign_in', { email, password })).user?.id).toBe(user?.id);
  });

  it('logs in once when the link is posted ten times at once', async () => {
    const { email } = await signUp();
    const token = await tokenFromEmail(server, email, 'confirm-email');
    const clients = Array.from({ length: 10 }, () => server.client());
    const responses = await Promise.all(clients.map((client) => client.call('confirm_email', { token })));
    expect(responses.filter(({ user }) => user !== null)).toHaveLength(1);
    expect(clients.filter((client) => client.cookies.size > 0)).toHaveLength(1);
  });

  it('does not log in with an older link after a newer one was used', async () => {
    const { email, password } = await signUp();
    const older = await tokenFromEmail(server, email, 'confirm-email');
    await expect(server.client().call('sign_in', { email, password })).rejects.toMatchObject({ status: 403 });
    const newer = await tokenFromEmail(server, email, 'confirm-email', 2);
    expect((await server.client().call('confirm_email', { token: newer })).user?.email).toBe(email);
    await expect(server.client().call('confirm_email', { token: older })).rejects.toMatchObject({
      code: 'invalid_confirmation_token',
    });
  });

  it('rejects an expired link', async () => {
    const { email } = await signUp();
    const token = await tokenFromEmail(server, email, 'confirm-email');
    setClockOffset(linkLifetime + 1_000);
    await expect(server.client().call('confirm_email', { token })).rejects.toMatchObject({
      code: 'invalid_confirmation_token',
    });
  });

  it('accepts neither reset tokens, nor its own tokens for a reset', async () => {
    const { email } = await signUp();
    const token = await tokenFromEmail(server, email, 'confirm-email');
    await expect(
      server.client().call('reset_password', { token, password: 'another-one' }),
    ).rejects.toMatchObject({ code: 'invalid_reset_token' });
    await server.client().call('request_password_reset', { email });
    const reset = await tokenFromEmail(server, email, 'reset-password');
    await expect(server.client().call('confirm_email', { token: reset })).rejects.toMatchObject({
      code: 'invalid_confirmation_token',
    });
  });

  it('sends an email without any text entered at sign-up', async () => {
    const { email, first_name } = await signUp();
    await tokenFromEmail(server, email, 'confirm-email');
    for (const { values } of await emailsTo(server, email)) {
      expect(Object.keys(values)).toEqual(['confirm_url']);
      expect(JSON.stringify(values)).not.toContain(first_name);
    }
  });

  it('reveals a missing confirmation only with the right password', async () => {
    const account = await signUp();
    await tokenFromEmail(server, account.email, 'confirm-email');
    await expect(
      server.client().call('sign_in', { email: account.email, password: 'wrong-one' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('emails the link again at the next login', async () => {
    const { email, password } = await signUp();
    await tokenFromEmail(server, email, 'confirm-email');
    await expect(server.client().call('sign_in', { email, password })).rejects.toMatchObject({ status: 403 });
    const token = await tokenFromEmail(server, email, 'confirm-email', 2);
    expect((await server.client().call('confirm_email', { token })).user?.email).toBe(email);
  });

  it('responds the same for an address with an account, and notifies only its owner', async () => {
    const account = await signUp();
    await tokenFromEmail(server, account.email, 'confirm-email');
    const again = await server.client().call('sign_up', { ...account, password: 'stolen-one' });
    expect(again).toEqual({ session: null, user: null, confirmation_required: true });
    const token = await tokenFromEmail(server, account.email, 'account-exists');
    await expect(
      server.client().call('sign_in', { email: account.email, password: 'stolen-one' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    const accounts = await server.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', account.email)
      .execute();
    expect(accounts).toHaveLength(1);
    // Resetting the password signs out the person who created the account with someone else's address.
    await server.client().call('reset_password', { token, password: 'own-password' });
    const { user } = await server
      .client()
      .call('sign_in', { email: account.email, password: 'own-password' });
    expect(user?.email_verified).toBe(true);
    await expect(
      server.client().call('sign_in', { email: account.email, password: account.password }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('deletes a pending sign-up when it is completed', async () => {
    const { email } = await signUp();
    await tokenFromEmail(server, email, 'confirm-email');
    expect(
      await server.db.selectFrom('pending_sign_ups').select('id').where('email', '=', email).execute(),
    ).toEqual([]);
  });

  it.each([
    'x',
    '..',
    'a.b.c',
    `${base64({ alg: 'none' })}.${base64({ email: 'ada@example.com' })}.`,
    `${base64({ alg: 'HS256' })}.${base64({ email: 'a\u0000b@example.com' })}.x`,
    `${base64({ alg: 'HS256' })}.${base64({ email: '\ud800@example.com' })}.x`,
    `${base64({})}.${Buffer.from('null').toString('base64url')}.x`,
  ])('rejects the forged token %s', async (token) => {
    await expectNoRowsChanged(server, async () => {
      await expect(server.client().call('confirm_email', { token })).rejects.toMatchObject({
        code: 'invalid_confirmation_token',
      });
    });
  });
});
