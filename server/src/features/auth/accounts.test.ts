import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { newPerson, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import {
  isKnownTimeZone,
  updateAvatar,
  updateLocale,
  updateTimeZone,
  upsertPassword,
} from './auth.queries.ts';
import { emailAccountExists, emailConfirmLink, emailResetLink } from './one-time-links/email-links.ts';
import { createOneTimeToken } from './one-time-links/one-time-token.ts';
import { createAccount } from './sign-up/create-account.ts';

const server = sharedServer();

const columnsOf = async (person: TestPerson) =>
  await server.db
    .selectFrom('users')
    .select(['avatar_url', 'time_zone', 'time_zone_automatic', 'locale'])
    .where('id', '=', person.user.id)
    .executeTakeFirstOrThrow();

describe('An account', () => {
  it('has an avatar, a time zone and a locale, each stored for one user', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const before = await columnsOf(other);
    await updateAvatar(server.db, person.user.id, '/files/a.webp', new Date().toISOString());
    await updateLocale(server.db, person.user.id, 'de-DE');
    await updateTimeZone(server.db, person.user.id, { time_zone: 'Asia/Tokyo', automatic: false });
    expect(await columnsOf(person)).toEqual({
      avatar_url: '/files/a.webp',
      locale: 'de-DE',
      time_zone: 'Asia/Tokyo',
      time_zone_automatic: false,
    });
    expect(await columnsOf(other)).toEqual(before);
    await updateAvatar(server.db, person.user.id, null, new Date().toISOString());
    expect((await columnsOf(person)).avatar_url).toBeNull();
  });

  it('has the time zone of the browser until one is chosen', async () => {
    const person = await newPerson(server);
    const report = (time_zone: string) =>
      updateTimeZone(server.db, person.user.id, { time_zone, automatic: undefined });
    await report('Asia/Tokyo');
    expect(await columnsOf(person)).toMatchObject({ time_zone: 'Asia/Tokyo', time_zone_automatic: true });
    await updateTimeZone(server.db, person.user.id, { time_zone: 'Europe/Lisbon', automatic: false });
    await report('Asia/Tokyo');
    expect(await columnsOf(person)).toMatchObject({ time_zone: 'Europe/Lisbon', time_zone_automatic: false });
  });

  it.each([
    ['Europe/Lisbon', true],
    ['europe/lisbon', true],
    ['Mars/Olympus', false],
    ['%', false],
  ])('can have the time zone %s: %s', async (name, isKnown) => {
    expect(await isKnownTimeZone(server.db, name)).toBe(isKnown);
  });
});

it('A new password invalidates links to reset it, and not those that confirm the address', async () => {
  const { user } = await newPerson(server);
  const left = await server.db.transaction().execute(async (tx) => {
    for (const purpose of ['reset-password', 'confirm-email'] as const)
      await createOneTimeToken(tx, { user_id: user.id, email: user.email, purpose });
    await upsertPassword(tx, user.id, 'a hash');
    return await tx.selectFrom('one_time_tokens').select('purpose').where('user_id', '=', user.id).execute();
  });
  expect(left).toEqual([{ purpose: 'confirm-email' }]);
});

describe('Creating an account', () => {
  const account = () => ({
    first_name: 'Ada',
    last_name: 'Tester',
    email: `new-${newId()}@example.com`,
    email_verified: false,
    bio: null,
    password_hash: 'x',
    locale: 'en' as const,
  });

  it('fails with what fails after it, and leaves nothing', async () => {
    const input = account();
    const then = vi.fn().mockRejectedValue(new Error('failed'));
    await expect(createAccount(server.db, input as never, then)).rejects.toThrow('failed');
    expect(then).toHaveBeenCalledOnce();
    const found = await server.db.selectFrom('users').select('id').where('email', '=', input.email).execute();
    expect(found).toEqual([]);
  });

  it('is tried again after a name was taken meanwhile, at most five times', async () => {
    const taken = Object.assign(new pg.DatabaseError('taken', 5, 'error'), { code: '23505' });
    const once = vi.fn().mockRejectedValueOnce(taken).mockResolvedValue('done');
    expect(await createAccount(server.db, account() as never, once)).toBe('done');
    expect(once).toHaveBeenCalledTimes(2);
    const always = vi.fn().mockRejectedValue(taken);
    await expect(createAccount(server.db, account() as never, always)).rejects.toBe(taken);
    expect(always).toHaveBeenCalledTimes(5);
  });
});

describe('Links by email', () => {
  it.each([
    ['to confirm an address', emailConfirmLink],
    ['to reset a password', emailResetLink],
    ['for an address that has an account', emailAccountExists],
  ])('aren’t sent beyond the limit: %s', async (_which, send) => {
    const { user } = await newPerson(server);
    const recipient = { ...user, user_id: user.id, locale: 'en' as never };
    const enqueue = vi.fn();
    const mailer = (wait: number) => ({
      rateLimits: { take: vi.fn().mockResolvedValue(wait) },
      jobs: { enqueue },
      publicUrl: () => 'https://hearth.example',
      secret: 'a secret of tests',
    });
    const tokens = async () =>
      (
        await server.db
          .selectFrom('one_time_tokens')
          .select('token_hash')
          .where('user_id', '=', user.id)
          .execute()
      ).length;
    await server.db.transaction().execute((tx) => send(tx, mailer(60) as never, recipient));
    expect([enqueue.mock.calls.length, await tokens()]).toEqual([0, 0]);
    await server.db.transaction().execute((tx) => send(tx, mailer(0) as never, recipient));
    expect([enqueue.mock.calls.length, await tokens()]).toEqual([1, 1]);
  });

  it('to an address that was confirmed otherwise sign nobody in', async () => {
    const { user } = await newPerson(server);
    const token = await server.db
      .transaction()
      .execute((tx) =>
        createOneTimeToken(tx, { user_id: user.id, email: user.email, purpose: 'confirm-email' }),
      );
    await server.db.updateTable('users').set({ email_verified: true }).where('id', '=', user.id).execute();
    const guest = server.client();
    for (let twice = 0; twice < 2; twice += 1)
      expect(await guest.call('confirm_email', { token })).toEqual({ session: null, user: null });
  });
});
