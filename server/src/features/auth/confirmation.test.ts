import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { countRows } from '#testing/answers.ts';
import { mailedToken, mailsTo } from '#testing/mail.ts';
import { withTestServer } from '#testing/server.ts';

const server = withTestServer({ REQUIRE_EMAIL_CONFIRMATION: 'on' });
const newAccount = () => ({
  first_name: 'Ada',
  last_name: 'Tester',
  email: `${newId()}@example.com`,
  password: 'secret-1',
});
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('where addresses must be confirmed', () => {
  it('signing up signs nobody in; the mailed link does, once', async () => {
    const account = newAccount();
    const client = server.client();
    expect(await client.call('sign_up', account)).toEqual({
      session: null,
      user: null,
      confirmation_required: true,
    });
    expect(client.cookies.size).toBe(0);
    const { email, password } = account;
    await expect(client.call('sign_in', { email, password })).rejects.toMatchObject({
      status: 403,
      code: 'email_not_confirmed',
    });
    const token = await mailedToken(server, email, 'confirm-email');
    const { user } = await client.call('confirm_email', { token });
    expect(user).toMatchObject({ email, email_verified: true });
    expect((await client.call('get_session')).user?.id).toBe(user?.id);
    const thief = server.client();
    expect(await thief.call('confirm_email', { token })).toEqual({ session: null, user: null });
    expect(thief.cookies.size).toBe(0);
    expect((await server.client().call('sign_in', { email, password })).user?.id).toBe(user?.id);
  });

  it('a wrong password is told apart from a missing confirmation only by those who know it', async () => {
    const account = newAccount();
    await server.client().call('sign_up', account);
    await expect(
      server.client().call('sign_in', { email: account.email, password: 'wrong-one' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('signing in again mails the link again', async () => {
    const account = newAccount();
    await server.client().call('sign_up', account);
    const { email, password } = account;
    await expect(server.client().call('sign_in', { email, password })).rejects.toMatchObject({ status: 403 });
    const token = await mailedToken(server, email, 'confirm-email', 2);
    expect((await server.client().call('confirm_email', { token })).user?.email).toBe(email);
  });

  it('signing up with an address that has an account answers the same, and changes nothing', async () => {
    const account = newAccount();
    await server.client().call('sign_up', account);
    const before = await countRows(server);
    const again = await server.client().call('sign_up', { ...account, password: 'stolen-one' });
    expect(again).toEqual({ session: null, user: null, confirmation_required: true });
    expect(await countRows(server)).toEqual(before);
    await expect(
      server.client().call('sign_in', { email: account.email, password: 'stolen-one' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect((await mailsTo(server, account.email)).length).toBeGreaterThan(0);
  });

  it.each([
    'x',
    '..',
    'a.b.c',
    `${base64({ alg: 'none' })}.${base64({ email: 'ada@example.com' })}.`,
    `${base64({ alg: 'HS256' })}.${base64({ email: 'a\u0000b@example.com' })}.x`,
    `${base64({ alg: 'HS256' })}.${base64({ email: '\ud800@example.com' })}.x`,
    `${base64({})}.${Buffer.from('null').toString('base64url')}.x`,
  ])('the forged token %s is refused', async (token) => {
    const before = await countRows(server);
    await expect(server.client().call('confirm_email', { token })).rejects.toMatchObject({
      code: 'invalid_confirmation_token',
    });
    expect(await countRows(server)).toEqual(before);
  });
});
