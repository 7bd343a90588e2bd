import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { ApiFailure, createTestClient, type TestClient } from '#testing/client.ts';
import { createDatabaseProxy, type DatabaseProxy } from '#testing/fakes/database-proxy.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';
import { newId } from '../ids.ts';
import { spaceChannel } from '../live/publish.ts';

const server = ownServer('it cuts the connections to the database', { ROLE: 'web,live' });
let owner: TestPerson;
let space: Space;
let watcher: pg.Client;
beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  watcher = new pg.Client({ connectionString: server.databaseUrl, application_name: 'watcher' });
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
});

/** Ends all connections to the database of this file except the watcher's. Returns how many. */
async function endConnections(): Promise<number> {
  const { rowCount } = await watcher.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name <> 'watcher'`,
  );
  return rowCount ?? 0;
}

const isReady = async (url: string) => (await fetch(`${url}/api/health`)).status === 200;
const untilReady = (url: string) =>
  vi.waitFor(async () => expect(await isReady(url)).toBe(true), { timeout: 50_000, interval: 50 });

it('A connection that is lost inside a transaction fails only that transaction', async () => {
  const failed = server.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await watcher.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await vi.waitFor(async () => {
      const left = await watcher.query('select from pg_stat_activity where pid = $1', [rows[0]?.pid]);
      expect(left.rowCount).toBe(0);
    });
    // Nothing runs on the connection while the news of its end arrives.
    await new Promise((resolve) => setImmediate(resolve));
    await sql`select 1`.execute(tx);
  });
  await expect(failed).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  expect(await isReady(server.url)).toBe(true);
});

it('Writes under lost connections are stored exactly once if acknowledged, and get a 503 otherwise', async () => {
  const post = await newPost(owner, space);
  const writers = await Promise.all(Array.from({ length: 8 }, () => newMember(server, space)));
  const acknowledged: string[] = [];
  const failures: ApiFailure[] = [];
  let isOver = false;
  const write = async (writer: TestPerson) => {
    for (let client_id = newId(); !isOver; ) {
      try {
        const { comment } = await writer.call('create_comment', {
          post_id: post.id,
          client_id,
          body: '<p>Under load.</p>',
          parent_id: null,
        });
        acknowledged.push(comment.id);
        client_id = newId();
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        failures.push(error);
      }
    }
  };
  const writing = Promise.all(writers.map(write));
  let ended = 0;
  for (let time = 1; time <= 5; time += 1) {
    const goal = acknowledged.length + 20;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(goal), { timeout: 50_000 });
    ended += await endConnections();
  }
  const goal = acknowledged.length + 20;
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(goal), { timeout: 50_000 });
  isOver = true;
  await writing;

  expect(ended).toBeGreaterThan(20);
  expect([...new Set(failures.map(({ status, code }) => `${status} ${code}`))].join()).toMatch(
    /^(503 unavailable)?$/,
  );
  for (const failure of failures) {
    expect(failure.data).toEqual({ retry_after: 5 });
    expect(failure.headers.get('retry-after')).toBe('5');
  }
  const { rows } = await watcher.query('select id, client_id from post_comments where post_id = $1', [
    post.id,
  ]);
  const ids = rows.map(({ id }) => id);
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(rows.map(({ client_id }) => client_id)).size).toBe(rows.length);
  const counted = await owner.call('get_post', { post_id: post.id });
  expect(counted.post.comment_count).toBe(rows.length);
}, 120_000);

describe('An unreachable database', () => {
  let proxy: DatabaseProxy;
  let running: typeof server.running;
  let person: TestPerson;
  let stranger: TestClient;
  beforeAll(async () => {
    proxy = await createDatabaseProxy(server.databaseUrl);
    running = await server.another({ ROLE: 'web,live,jobs', DATABASE_URL: proxy.url });
    stranger = createTestClient(() => running.localUrl);
    const member = await newMember(server, space);
    person = Object.assign(
      createTestClient(() => running.localUrl),
      {
        user: member.user,
        password: member.password,
      },
    );
    await person.call('sign_in', { email: member.user.email, password: member.password });
  });
  afterAll(async () => {
    await running.stop();
    await proxy.close();
  });

  const feed = (client: TestClient) => client.fetch(`/api/spaces/${space.id}/posts`);

  it('causes a 503 for every kind of request, and everything works again once it is back', async () => {
    const live = await listen(running.localUrl, person);
    const { ok } = await live.subscribe(spaceChannel(space.id));
    expect(ok).toBe(true);
    await proxy.cut();

    const responses = [
      await feed(person),
      await stranger.fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.user.email, password: person.password }),
      }),
      await stranger.fetch('/api/auth/sign-up', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          first_name: 'Ada',
          last_name: 'Lost',
          email: `${newId()}@example.com`,
          password: 'secret-1',
        }),
      }),
      await person.fetch('/files/00000000-0000-7000-8000-000000000000/a.png'),
    ];
    for (const response of responses) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await response.json()).toMatchObject({
        error: { code: 'unavailable', data: { retry_after: 5 } },
      });
    }
    expect((await stranger.fetch('/api/health')).status).toBe(503);
    expect((await stranger.fetch('/api/health/live')).status).toBe(200);

    await proxy.restore();
    await untilReady(running.localUrl);
    expect((await feed(person)).status).toBe(200);
    await stranger.call('sign_in', { email: person.user.email, password: person.password });
    // Events that the other process numbers arrive through the listening connection.
    const post = await newPost(owner, space, { title: 'After the loss' });
    await live.received('post.created', ({ payload }) => payload.post.id === post.id);
    await running.platform.db
      .transaction()
      .execute((tx) => running.platform.jobs.enqueue(tx, 'sweep-rate-limits', { after: 'the loss' }));
    await vi.waitFor(
      async () => {
        const { rows } = await watcher.query(
          `select state from jobs.job where name = 'sweep-rate-limits' and data ->> 'after' = 'the loss'`,
        );
        expect(rows).toEqual([{ state: 'completed' }]);
      },
      { interval: 100 },
    );
    live.close();
  });

  it('that stops replying makes the server not ready, and waiting requests complete once it is back', async () => {
    proxy.block();
    const waiting = feed(person);
    expect((await stranger.fetch('/api/health')).status).toBe(503);
    await proxy.restore();
    expect((await waiting).status).toBe(200);
    await untilReady(running.localUrl);
  });
});
