import { afterEach, describe, expect, it } from 'vitest';
import { sessionSeconds } from '#contract/features/auth/session.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { runJob } from '#testing/jobs.ts';
import { newPerson, newSession, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';
import { addAccount, hashPassword } from './index.ts';
import { createOneTimeToken, hashToken } from './one-time-links/one-time-token.ts';
import { verifyPassword } from './passwords.ts';
import { createSession } from './sessions/create-session.ts';
import { chooseUsername } from './sign-up/choose-username.ts';

const server = sharedServer();
afterEach(() => setClockOffset(0));

const minute = 60_000;
const sessionsOf = async (person: TestPerson) =>
  await server.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'expires_at'])
    .where('user_id', '=', person.user.id)
    .orderBy('created_at')
    .execute();
const ended = async (person: TestPerson) =>
  (await publishedEvents(server, `user:${person.user.id}`, 'session.ended')).map(
    ({ session_ids }) => session_ids.length,
  );

describe('A session', () => {
  it('lasts as long as the contract says, and stores the beginning of a long browser name', async () => {
    const person = await newPerson(server);
    await createSession(server.db, person.user.id, 'x'.repeat(600));
    const [, session] = await sessionsOf(person);
    expect(session?.user_agent).toBe('x'.repeat(500));
    const left = Date.parse(session?.expires_at ?? '') - Date.now();
    expect(Math.abs(left - sessionSeconds * 1000)).toBeLessThan(minute);
  });

  it('that ends is announced once, to its own account', async () => {
    const person = await newPerson(server);
    const other = await newPerson(server);
    await newSession(server, person);
    await person.call('sign_out');
    await person.call('sign_out');
    expect([await ended(person), await ended(other)]).toEqual([[1], []]);
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  it('is deleted by the nightly job once it has expired', async () => {
    const person = await newPerson(server);
    await runJob(server, 'sweep-sessions');
    expect(await sessionsOf(person)).toHaveLength(1);
    setClockOffset(sessionSeconds * 1000 + minute);
    await runJob(server, 'sweep-sessions');
    expect(await sessionsOf(person)).toEqual([]);
  });

  it('of another account stays when someone signs in in its browser with a wrong password', async () => {
    const [first, second] = [await newPerson(server), await newPerson(server)];
    const login = { email: second.user.email, password: 'not the password' };
    await expect(first.call('sign_in', login)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await sessionsOf(first)).toHaveLength(1);
    await first.call('sign_in', { ...login, password: second.password });
    expect(await sessionsOf(first)).toEqual([]);
    expect(await ended(first)).toEqual([1]);
    expect((await first.call('get_session')).user?.id).toBe(second.user.id);
  });
});

describe('One-time links', () => {
  const tokensOf = async (userId: string) =>
    await server.db
      .selectFrom('one_time_tokens')
      .select(['token_hash', 'purpose', 'email', 'expires_at'])
      .where('user_id', '=', userId)
      .execute();
  const newToken = async (person: TestPerson, purpose: 'confirm-email' | 'reset-password') =>
    await server.db
      .transaction()
      .execute((tx) =>
        createOneTimeToken(tx, { user_id: person.user.id, email: person.user.email.toUpperCase(), purpose }),
      );

  it('work for an hour, for one address, and are stored as hashes', async () => {
    const person = await newPerson(server);
    const token = await newToken(person, 'reset-password');
    const [stored] = await tokensOf(person.user.id);
    expect(stored).toMatchObject({
      token_hash: hashToken(token),
      purpose: 'reset-password',
      email: person.user.email,
    });
    expect(Math.abs(Date.parse(stored?.expires_at ?? '') - Date.now() - 60 * minute)).toBeLessThan(minute);
  });

  it('are only for their purpose', async () => {
    const person = await newPerson(server);
    const [confirm, reset] = [
      await newToken(person, 'confirm-email'),
      await newToken(person, 'reset-password'),
    ];
    const guest = server.client();
    await expect(
      guest.call('reset_password', { token: confirm, password: 'another-secret-1' }),
    ).rejects.toMatchObject({ code: 'invalid_reset_token' });
    await expect(guest.call('confirm_email', { token: reset })).rejects.toMatchObject({
      code: 'invalid_confirmation_token',
    });
    expect((await guest.call('confirm_email', { token: confirm })).user?.email_verified).toBe(true);
    // The link to reset the password stays.
    await guest.call('reset_password', { token: reset, password: 'another-secret-1' });
  });

  it('are deleted by the hourly job once they have expired, with sign-ups that are a day old', async () => {
    const person = await newPerson(server);
    await newToken(person, 'confirm-email');
    const signUp = {
      id: newId(),
      first_name: 'Ada',
      last_name: 'Tester',
      email: `pending-${newId()}@example.com`,
      password_hash: 'x',
    };
    await server.db.insertInto('pending_sign_ups').values(signUp).execute();
    const isPending = async () =>
      (await server.db.selectFrom('pending_sign_ups').select('id').where('id', '=', signUp.id).execute())
        .length === 1;
    await runJob(server, 'sweep-one-time-tokens');
    expect(await tokensOf(person.user.id)).toHaveLength(1);
    setClockOffset(61 * minute);
    await runJob(server, 'sweep-one-time-tokens');
    expect([await tokensOf(person.user.id), await isPending()]).toEqual([[], true]);
    setClockOffset(24 * 60 * minute + minute);
    await runJob(server, 'sweep-one-time-tokens');
    expect(await isPending()).toBe(false);
  });
});

describe('A new account', () => {
  it('made for someone has a confirmed address, once', async () => {
    const account = {
      first_name: 'Ada',
      last_name: 'Tester',
      email: `added-${newId()}@example.com`,
      bio: 'Writes',
      password_hash: await hashPassword('a-secret-of-hers'),
    };
    const id = await addAccount(server.db, account);
    const stored = await server.db
      .selectFrom('users as u')
      .innerJoin('accounts as a', 'a.user_id', 'u.id')
      .select(['u.full_name', 'u.email_verified', 'u.bio', 'u.username', 'u.profile_url', 'a.password'])
      .where('u.id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ full_name: 'Ada Tester', email_verified: true, bio: 'Writes' });
    expect(stored.profile_url).toBe(stored.username);
    expect(await verifyPassword(stored.password ?? '', 'a-secret-of-hers')).toBe(true);
    await expect(addAccount(server.db, account)).rejects.toThrow('taken');
  });

  it('has a name of its own, and another kind of number after a failed attempt', async () => {
    const name = `Zed ${newId().slice(-8)}`;
    const slug = name.toLowerCase().replace(' ', '-');
    expect(await chooseUsername(server.db, name, 1)).toBe(slug);
    expect(await chooseUsername(server.db, name, 2)).toMatch(new RegExp(`^${slug}-[1-9]\\d{3,5}$`));
    expect(await chooseUsername(server.db, '!!!', 2)).toMatch(/^member-\d{4,6}$/);
  });

  it('becomes that of a creator with its first space, unless it runs the installation', async () => {
    const [person, admin, other] = [
      await newPerson(server),
      await newPerson(server),
      await newPerson(server),
    ];
    await server.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user.id).execute();
    for (const one of [person, admin]) await newSpace(one);
    const roles = await Promise.all(
      [person, admin, other].map(async (one) => (await one.call('get_session')).user?.role),
    );
    expect(roles).toEqual(['creator', 'admin', 'member']);
  });
});
