import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { newPerson } from '#testing/people.ts';
import { expectNoRowsChanged } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';

// Without jobs: this file counts rows.
const server = sharedServer({ runsJobs: false });
const valid = () => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `${newId()}@example.com`,
  password: 'secret-1',
});

describe('Sign-up', () => {
  it('creates the account with its fields and logs in', async () => {
    const client = server.client();
    const email = `Ada.${newId()}@Example.COM`;
    const response = await client.call('sign_up', {
      ...valid(),
      first_name: '  Ada ',
      last_name: ' Lovelace\n',
      email: ` ${email} `,
    });
    expect(response).toMatchObject({
      confirmation_required: false,
      user: {
        email: email.toLowerCase(),
        first_name: 'Ada',
        last_name: 'Lovelace',
        full_name: 'Ada Lovelace',
        avatar_url: null,
        email_verified: false,
        role: 'member',
      },
    });
    expect(response.session?.user_id).toBe(response.user?.id);
    expect((await client.call('get_session')).user).toEqual(response.user);
    expect(response.user?.username).toMatch(/^ada-lovelace(-\d+)?$/);
    expect(response.user?.profile_url).toBe(response.user?.username);
  });

  it.each([
    [{ first_name: 'A' }, 'First name must be at least 2 characters'],
    [{ first_name: '  A  ' }, 'First name must be at least 2 characters'],
    [{ first_name: 'x'.repeat(51) }, 'First name is too long'],
    [{ last_name: 'L' }, 'Last name must be at least 2 characters'],
    [{ last_name: 'x'.repeat(51) }, 'Last name is too long'],
    [{ email: 'ada' }, 'Please enter a valid email address'],
    [{ email: '' }, 'Please enter a valid email address'],
    [{ email: 'ada@' }, 'Please enter a valid email address'],
    [{ email: 'a b@example.com' }, 'Please enter a valid email address'],
    [{ email: `${'x'.repeat(250)}@example.com` }, 'Please enter a valid email address'],
    [{ email: 'ada@example.com\r\nBcc: eve@example.com' }, 'Please enter a valid email address'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(101) }, 'Password is too long'],
  ])('rejects %j with its message', async (fields, message) => {
    await expectNoRowsChanged(server, async () => {
      await expect(server.client().call('sign_up', { ...valid(), ...fields })).rejects.toMatchObject({
        status: 400,
        code: 'invalid_input',
        message: `400 invalid_input: ${message}`,
        data: { issues: [{ path: Object.keys(fields)[0], message }] },
      });
    });
  });

  it.each([
    [{ first_name: 'Al', last_name: 'Bo' }],
    [{ first_name: 'x'.repeat(50), last_name: 'y'.repeat(50) }],
    [{ password: '123456' }],
    [{ password: 'p'.repeat(100) }],
    // The library counts each of these characters twice.
    [{ password: '😀'.repeat(100) }],
    [{ password: '  spaces count  ' }],
    [{ password: '日本語のパスワード' }],
    [{ first_name: '日本', last_name: '太郎' }],
    [{ first_name: '😀😀', last_name: '!!' }],
  ])('accepts %j', async (fields) => {
    const input = { ...valid(), ...fields };
    const { user } = await server.client().call('sign_up', input);
    expect(user?.username.length).toBeGreaterThan(0);
    const again = await server.client().call('sign_in', { email: input.email, password: input.password });
    expect(again.user?.id).toBe(user?.id);
  });

  it('reports every invalid field at once', async () => {
    const failure = server
      .client()
      .call('sign_up', { first_name: '', last_name: '', email: '', password: '' });
    await expect(failure).rejects.toMatchObject({
      data: { issues: ['first_name', 'last_name', 'email', 'password'].map((path) => ({ path })) },
    });
  });

  it('rejects an address that has an account, however it is written', async () => {
    const person = await newPerson(server);
    for (const email of [person.user.email, person.user.email.toUpperCase()]) {
      await expect(server.client().call('sign_up', { ...valid(), email })).rejects.toMatchObject({
        status: 409,
        code: 'email_taken',
      });
    }
  });

  it('gives people with the same name the next free username', async () => {
    const names: (string | undefined)[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { user } = await server
        .client()
        .call('sign_up', { ...valid(), first_name: 'Twin', last_name: 'Sister' });
      names.push(user?.username);
    }
    expect(names).toEqual(['twin-sister', 'twin-sister-1', 'twin-sister-2']);
  });

  it('stores passwords only as argon2id hashes', async () => {
    const input = valid();
    const { user } = await server.client().call('sign_up', input);
    const { password } = await server.db
      .selectFrom('accounts')
      .select('password')
      .where('user_id', '=', user?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('ends the current session when logged in', async () => {
    const person = await newPerson(server);
    const old = person.cookieHeader();
    await person.call('sign_up', valid());
    const response = await person.fetch('/api/auth/session', { headers: { cookie: old } });
    expect(await response.json()).toEqual({ session: null, user: null });
  });
});
