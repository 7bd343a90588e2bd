import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestClient } from '#testing/client.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { expectError } from '#testing/responses.ts';
import { ownServer } from '#testing/server.ts';
import { deleteOldHits } from './rate-limit.queries.ts';
import {
  createRateLimitRegistry,
  createRateLimits,
  defineRateLimit,
  type RateLimitDefinition,
  windows,
} from './rate-limit.ts';

// A registry of its own: `npm run mutate` loads this file several times in one process.
const define = createRateLimitRegistry();
const dailyLimit = define('daily-test', { perSubject: 5, seconds: windows.day });

// Behind a proxy on this machine, which sends the address of each request.
const server = ownServer('rate limits are on', { RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
afterEach(async () => {
  setClockOffset(0);
  await server.db.deleteFrom('rate_limit_counters').execute();
});

/** Puts the clock at the beginning of an hour, so that no test meets the end of a window. Returns the offset. */
function startHour(): number {
  const hour = 3_600_000;
  const offset = hour - (Date.now() % hour);
  setClockOffset(offset);
  return offset;
}
const post = (client: TestClient, path: string, body: object, from: string) =>
  client.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
const guess = (email: string, from: string, client = server.client()) =>
  post(client, '/api/auth/sign-in', { email, password: 'wrong-one' }, from);
const codes = async (responses: Response[]): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const response of responses) {
    const code = response.ok ? 'ok' : ((await response.json()) as { error: { code: string } }).error.code;
    found[code] = (found[code] ?? 0) + 1;
  }
  return found;
};

describe('A request with a session', () => {
  it('still counts for its network when signing up', async () => {
    startHour();
    const client = server.client();
    const from = '203.0.113.1';
    const responses = [];
    for (let n = 0; n < 55; n += 1) {
      const body = {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: `${newId()}@example.com`,
        password: 'long-enough',
      };
      // Each request has the session of the previous sign-up.
      responses.push(await post(client, '/api/auth/sign-up', body, from));
    }
    expect(await codes(responses)).toEqual({ ok: 50, rate_limited: 5 });
  });

  it('still counts for its network when logging in', async () => {
    startHour();
    const person = await newPersonBySql(server);
    const responses = [];
    for (let n = 0; n < 105; n += 1) {
      responses.push(await guess(`${newId()}@example.com`, '203.0.113.2', person));
    }
    expect(await codes(responses)).toEqual({ invalid_credentials: 100, rate_limited: 5 });
  });

  it('counts for the user and for the network when writing', async () => {
    startHour();
    const person = await newPersonBySql(server);
    await person.fetch(`/api/posts/${newId()}/like`, {
      method: 'PUT',
      headers: { 'x-forwarded-for': '203.0.113.3' },
    });
    const rows = await server.db.selectFrom('rate_limit_counters').select('key').orderBy('key').execute();
    expect(rows.map(({ key }) => key)).toEqual(['write:address:203.0.113.3', `write:each:${person.user.id}`]);
  });
});

describe('Failed logins', () => {
  it('from one IPv6 network are counted together', async () => {
    startHour();
    const email = `${newId()}@example.com`;
    const responses = [];
    for (let n = 0; n < 12; n += 1) responses.push(await guess(email, `2001:db8:1:2::${n.toString(16)}`));
    expect(await codes(responses)).toEqual({ invalid_credentials: 10, rate_limited: 2 });
    await expectError(await guess(email, '2001:db8:1:3::1'), 'invalid_credentials');
  });

  it('behind a proxy are counted by the address it appended, not by what the client sent', async () => {
    startHour();
    const email = `${newId()}@example.com`;
    const responses = [];
    for (let n = 0; n < 12; n += 1) responses.push(await guess(email, `198.51.100.${n}, 203.0.113.4`));
    expect(await codes(responses)).toEqual({ invalid_credentials: 10, rate_limited: 2 });
  });

  it('for one account are limited to 100 an hour over all networks, except from a browser that logged in before', async () => {
    startHour();
    const owner = await newPerson(server);
    const { email } = owner.user;
    const responses = [];
    for (let n = 0; n < 105; n += 1) responses.push(await guess(email, `198.51.100.${n}`));
    expect(await codes(responses)).toEqual({ invalid_credentials: 100, rate_limited: 5 });
    const right = { email, password: owner.password };
    const rejected = await post(server.client(), '/api/auth/sign-in', right, '203.0.113.5');
    const { error } = await expectError(rejected, 'rate_limited');
    expect((error.data as { retry_after: number }).retry_after).toBeLessThanOrEqual(3600);
    // The owner's browser logged in before. It is signed out now and still has its own budget.
    await owner.call('sign_out');
    expect((await post(owner, '/api/auth/sign-in', right, '203.0.113.6')).status).toBe(200);
    // That budget is limited, too, and doesn't apply to other accounts.
    const other = await newPersonBySql(server);
    const fromKnownBrowser = [];
    for (let n = 0; n < 12; n += 1) fromKnownBrowser.push(await guess(email, '203.0.113.7', owner));
    expect(await codes(fromKnownBrowser)).toEqual({ invalid_credentials: 9, rate_limited: 3 });
    await guess(other.user.email, '203.0.113.8', owner);
    const rows = await server.db
      .selectFrom('rate_limit_counters')
      .select('key')
      .where('key', 'like', `account:each:${other.user.email}`)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('from one network alone cannot use up what an account has', async () => {
    const start = startHour();
    const email = `${newId()}@example.com`;
    const responses = [];
    for (let window = 0; window < 6; window += 1) {
      for (let n = 0; n < 10; n += 1) responses.push(await guess(email, '203.0.113.9'));
      setClockOffset(start + (window + 1) * 300_000);
    }
    expect(await codes(responses)).toEqual({ invalid_credentials: 30, rate_limited: 30 });
    await expectError(await guess(email, '203.0.113.10'), 'invalid_credentials');
  });
});

describe('Reading', () => {
  const session = (from: string, headers: Record<string, string> = {}) =>
    server.client().fetch('/api/auth/session', { headers: { 'x-forwarded-for': from, ...headers } });
  /** Sends requests until one is rejected, at most 5,000: budgets refill in between, so the number depends on the machine. */
  const untilRejected = async (ask: () => Promise<Response>): Promise<Response[]> => {
    const responses: Response[] = [];
    const isRejected = () => responses.some(({ status }) => status === 429);
    while (responses.length < 5_000 && !isRejected())
      responses.push(...(await Promise.all(Array.from({ length: 50 }, ask))));
    return responses;
  };

  it('has a budget per user, whatever the network', async () => {
    const person = await newPersonBySql(server);
    const cookie = person.cookieHeader();
    let n = 0;
    const responses = await untilRejected(() => {
      n += 1;
      return person.fetch('/api/me/spaces', {
        headers: { cookie, 'x-forwarded-for': `198.51.100.${n % 250}` },
      });
    });
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(0);
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(400);
    expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('has one for a network, also of who asks for a session', async () => {
    const { budgets } = server.running.platform;
    // Used up a minute ahead: until the clock is there again, nothing is refilled.
    setClockOffset(60_000);
    let requests = 0;
    while (requests < 100_000 && budgets.waitForNetwork('api', '203.0.113.20') === 0) requests += 1;
    setClockOffset(0);
    expect(requests).toBeGreaterThanOrEqual(8_000);
    expect((await session('203.0.113.20')).status).toBe(429);
    expect((await session('203.0.113.21')).status).toBe(200);
  });

  it('has a smaller budget for searches', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const list = (search: string) =>
      owner.fetch(`/api/spaces/${space.id}/members${search}`, {
        headers: { 'x-forwarded-for': '203.0.113.22' },
      });
    const searches = await untilRejected(() => list('?search=ad'));
    expect(searches.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await list('')).status).toBe(200);
  });
});

it('RATE_LIMITS=off turns off every limit, and counts nothing', async () => {
  const { db } = server;
  const limits = createRateLimits(false);
  const each = newId();
  for (let n = 0; n < 20; n += 1) await limits.consume(db, dailyLimit, { each });
  expect(await db.selectFrom('rate_limit_counters').select('key').execute()).toEqual([]);
});

it('two limits cannot share a counter', () => {
  const budget = { perSubject: 1, seconds: windows.hour };
  expect(() => define('daily-test', budget)).toThrow('Two rate limits are called daily-test');
  expect(() => defineRateLimit('write', budget)).toThrow('Two rate limits are called write');
  expectTypeOf<Pick<RateLimitDefinition, 'kind' | keyof typeof budget>>().not.toExtend<RateLimitDefinition>();
});

it('a limit of a day lasts until the day ends, and its counter as well', async () => {
  const day = 24 * 3_600_000;
  setClockOffset(day - (Date.now() % day));
  const { rateLimits } = server.running.platform;
  const each = newId();
  const take = () => rateLimits.take(server.db, dailyLimit, { each });
  for (let n = 0; n < 5; n += 1) expect(await take()).toBe(0);
  setClockOffset(2 * day - (Date.now() % day) - 60_000);
  await deleteOldHits(server.db);
  const wait = await take();
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  setClockOffset(2 * day - (Date.now() % day) + 1_000);
  expect(await take()).toBe(0);
});

/**
 * An assumed load, above what a browser sends: a page, 24 API requests and 60 files to open a space with an empty cache,
 * then a step inside it every five seconds.
 */
describe('200 users behind one address', () => {
  it('can open the community within the same seconds and browse it without being rejected', async () => {
    const { budgets } = server.running.platform;
    const people = Array.from({ length: 200 }, () => newId());
    const address = '203.0.113.30';
    const ask = (person: string, api: number, files: number) => {
      for (let n = 0; n < api; n += 1) {
        budgets.takeForNetwork('api', address);
        budgets.takeForPerson('api', person);
      }
      for (let n = 0; n < files; n += 1) budgets.takeForNetwork('file', address);
    };
    const base = startHour();
    for (const person of people) {
      budgets.takeForNetwork('page', address);
      ask(person, 24, 60);
    }
    // A quarter of an hour: one navigation every five seconds, and a search every half minute.
    for (let second = 5; second < 900; second += 5) {
      setClockOffset(base + second * 1000);
      for (const person of people) {
        ask(person, 4, 8);
        if (second % 30 !== 0) continue;
        budgets.takeForNetwork('search', address);
        budgets.takeForPerson('search', person);
      }
    }
  });
});
