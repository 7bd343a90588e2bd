import { createServer } from 'node:net';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createDatabaseProxy, type DatabaseProxy } from '#testing/fakes/database-proxy.ts';
import { listen } from './notifications.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createDatabaseProxy(database.url);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

it('a connection that is made while it stops is not reported', async () => {
  let connects = 0;
  let stopped: Promise<void> | null = null;
  const notifications = await listen(
    proxy.url,
    ['news'],
    { notify: () => {}, connect: () => (connects += 1) },
    pino({ level: 'silent' }),
  );
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...input: unknown[]
  ) {
    const result: unknown = await query.apply(this, input as never);
    if (String(input[0]).startsWith('listen')) stopped = notifications.stop();
    return result;
  } as never);
  await proxy.cut();
  await proxy.restore();
  await vi.waitFor(() => expect(stopped).not.toBeNull());
  await stopped;
  spy.mockRestore();
  expect(connects).toBe(1);
});

it('a lost connection is made again one attempt at a time, and says so twice: lost, and back', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const notified: string[] = [];
  let connects = 0;
  const notifications = await listen(
    proxy.url,
    ['news'],
    { notify: (_channel, payload) => notified.push(payload), connect: () => (connects += 1) },
    log,
  );
  expect(connects).toBe(1);

  await proxy.cut();
  const attempts: number[] = [];
  const refusing = createServer((socket) => {
    attempts.push(performance.now());
    socket.destroy();
  });
  await new Promise<void>((resolve) =>
    refusing.listen(Number(new URL(proxy.url).port), '127.0.0.1', () => resolve()),
  );
  await vi.waitFor(() => expect(attempts.length).toBeGreaterThanOrEqual(5));
  const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(400);
  await new Promise((resolve) => refusing.close(resolve));

  await proxy.restore();
  await vi.waitFor(() => expect(connects).toBe(2));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`notify news, 'after'`);
  await client.end();
  await vi.waitFor(() => expect(notified).toEqual(['after']));
  expect(lines).toEqual([
    'the notification connection was lost; reconnecting',
    'the notification connection is back',
  ]);
  await notifications.stop();
});
