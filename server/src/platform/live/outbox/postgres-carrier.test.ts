import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sentStatements } from '#testing/count-queries.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createDatabase, createPool, type Database } from '../../db/database.ts';
import { createPostgresCarrier } from './postgres-carrier.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(createPool(database.url, 2));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

it('A message to several topics is sent to the database once, and arrives under each of them, unchanged and in order', async () => {
  const carrier = createPostgresCarrier(db, database.url, pino({ level: 'silent' }));
  const received: string[][] = [];
  const topics = ['conversation:1', 'to:ann', 'to:ben'];
  const listener = await carrier.listen(topics, {
    receive: (topic, body) => received.push([topic, body]),
    catchUp: () => {},
  });
  const bodies = ['"quoted" \\ back', 'lines\n\t{é, 😀}', JSON.stringify({ text: '\u0000 \ud800' })];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await carrier.send(
    bodies.flatMap((body) => topics.map((topic) => ({ topic, body }))),
    [],
  );
  const sent = query.mock.calls.flatMap((args) => sentStatements(args).map(({ values }) => values.join()));
  query.mockRestore();
  expect(sent.join().split('quoted')).toHaveLength(2);
  const expected = bodies.flatMap((body) => topics.map((topic) => [topic, body]));
  await vi.waitFor(() => expect(received).toEqual(expected));
  await listener.stop();
});
