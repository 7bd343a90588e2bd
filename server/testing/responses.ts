import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type ErrorBody, type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { ApiFailure } from './client.ts';
import type { TestServer } from './server.ts';

/** Asserts that a response is a well-formed error: status and code match, and the request id is in both places. */
export function expectErrorShape(
  response: { status: number; headers: { get(name: string): string | null | undefined } },
  body: unknown,
  code?: ErrorCode,
): ErrorBody {
  const { error } = body as ErrorBody;
  expect(Object.keys(body as object)).toEqual(['error']);
  expect(Object.keys(error).sort()).toEqual(['code', 'data', 'message', 'request_id']);
  expect(error.code).not.toBe('internal');
  if (code) expect(error.code).toBe(code);
  expect(response.status).toBe(errorCatalogue[error.code].status);
  expect(error.message.length).toBeGreaterThan(0);
  expect(error.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('x-request-id')).toBe(error.request_id);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  return body as ErrorBody;
}

/** Asserts that a `fetch` response is a well-formed error, and returns its body. */
export async function expectError(response: Response, code: ErrorCode): Promise<ErrorBody> {
  return expectErrorShape(response, await response.json(), code);
}

/** Returns 'done' or the error code of a call. Rethrows any other error. */
export const outcomeOf = (call: Promise<unknown>): Promise<'done' | ErrorCode> =>
  call.then(
    () => 'done' as const,
    (error: unknown) => {
      if (error instanceof ApiFailure) return error.code;
      throw error;
    },
  );

/** Changed in the background, for what was written before: by live updates and jobs. */
const ignoredTables = new Set([
  'rate_limit_counters',
  'schema_migrations',
  'live_state',
  'live_announcements',
  'local_mailbox',
  // Written a while after someone has connected.
  'user_presence',
  // Logs that are added to totals once a minute.
  'space_level_log',
  'space_level_counts',
  'user_activity_log',
  'user_activity_monthly',
]);

/** Counts the rows of each table, to verify that a rejected request wrote nothing. */
export async function countRows(server: TestServer): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables join pg_class c on c.oid = table_name::regclass
    where table_schema = 'public' and not c.relispartition order by 1`.execute(server.db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    if (ignoredTables.has(name)) continue;
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(name)}`.execute(server.db);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/**
 * Asserts that an attempt adds and removes no row, however often it's made. It is made again if the rows differ: jobs of what
 * was written before may end between the counts, but what the attempt itself writes is there each time.
 */
export async function expectNoRowsChanged(
  server: TestServer,
  attempt: () => Promise<unknown>,
): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const before = await countRows(server);
    await attempt();
    const after = await countRows(server);
    if (attempts === 3) expect(after).toEqual(before);
    if (isDeepStrictEqual(after, before)) return;
  }
}
