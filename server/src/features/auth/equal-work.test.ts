import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { ownServer } from '#testing/server.ts';
import { hashPassword } from './passwords.ts';
import { addAccount } from './sign-up/add-account.ts';

// Without a worker, only the requests themselves run statements.
const server = ownServer('email addresses must be confirmed, and rate limits are on', {
  REQUIRE_EMAIL_CONFIRMATION: 'on',
  RATE_LIMITS: 'on',
  ROLE: 'web',
});
let registered: string;
beforeEach(async () => {
  registered = `${newId()}@example.com`;
  const person = { first_name: 'Ada', last_name: 'Lovelace', email: registered, bio: null };
  await addAccount(server.db, { ...person, password_hash: 'x' });
});

/** Returns the statements that a request runs, in order. The announcements of live events are sent at any time. */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const queries = await recordQueries(request, { all: true });
  return queries.map(({ text }) => text).filter((text) => !text.includes('live_announcements'));
}

describe('Work per request, which must not reveal whether an address has an account', () => {
  it('is the same for a sign-up', async () => {
    const names = { first_name: 'Ada', last_name: 'Lovelace' };
    const signUp = (email: string) =>
      statementsOf(() => server.client().call('sign_up', { ...names, email, password: 'secret-1' }));
    const fresh = `${newId()}@example.com`;
    await signUp(`${newId()}@example.com`);
    const [unknown, taken] = [await signUp(fresh), await signUp(registered)];
    expect(taken).toEqual(unknown);
    const pending = await server.db
      .selectFrom('pending_sign_ups')
      .select('password_hash')
      .where('email', 'in', [fresh, registered])
      .execute();
    expect(new Set(pending.map(({ password_hash }) => password_hash)).size).toBe(2);
    for (const { password_hash } of pending) expect(password_hash).toMatch(/^\$argon2id\$/);
  });

  it('is the same for a login', async () => {
    const known = `${newId()}@example.com`;
    const person = { first_name: 'Ada', last_name: 'Lovelace', email: known, bio: null };
    await addAccount(server.db, { ...person, password_hash: await hashPassword('secret-1') });
    const attempt = async (email: string) => {
      await server.db.deleteFrom('rate_limit_counters').execute();
      const began = performance.now();
      const statements = await statementsOf(async () => {
        const login = server.client().call('sign_in', { email, password: 'wrong-password' });
        await expect(login).rejects.toMatchObject({ code: 'invalid_credentials' });
      });
      return { statements, duration: performance.now() - began };
    };
    await attempt(known);
    const shortest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    // Without the comparison, an unknown address would take a few milliseconds instead of dozens. A busy machine makes
    // attempts longer, but not always the shortest of many.
    const isEqual = () => shortest.unknown > shortest.known / 2;
    for (let round = 0; round < 4 || (round < 20 && !isEqual()); round += 1) {
      const [taken, unknown] = [await attempt(known), await attempt(`${newId()}@example.com`)];
      expect(unknown.statements).toEqual(taken.statements);
      shortest.known = Math.min(shortest.known, taken.duration);
      shortest.unknown = Math.min(shortest.unknown, unknown.duration);
    }
    expect(isEqual()).toBe(true);
  });

  it('is the same for a password reset', async () => {
    const requestReset = (email: string) =>
      statementsOf(() => server.client().call('request_password_reset', { email }));
    await requestReset(registered);
    const [unknown, taken] = [await requestReset(`${newId()}@example.com`), await requestReset(registered)];
    expect(taken).toEqual(unknown);
    expect(taken.length).toBeGreaterThan(0);
  });
});
