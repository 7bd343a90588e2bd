import { sql } from 'kysely';
import { expect } from 'vitest';
import { type ErrorBody, type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { ApiFailure } from './client.ts';
import type { TestServer } from './server.ts';

/** What an answer must have to be an error in the one shape: status and code agree, the request id is in both places. */
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

/** Expects an error answer of `fetch` in the one shape, and answers its body. */
export async function expectError(response: Response, code: ErrorCode): Promise<ErrorBody> {
  return expectErrorShape(response, await response.json(), code);
}

/** What became of a call: 'done', or the code of its refusal. Anything else is thrown. */
export const outcomeOf = (call: Promise<unknown>): Promise<'done' | ErrorCode> =>
  call.then(
    () => 'done' as const,
    (error: unknown) => {
      if (error instanceof ApiFailure) return error.code;
      throw error;
    },
  );

/** `local_mailbox`: jobs write it, and mail of what came before may still be on its way. */
const notCounted = new Set(['rate_limit_counters', 'schema_migrations', 'live_state', 'local_mailbox']);

/** How many rows each table of the product holds, to see that a refused request wrote nothing. */
export async function countRows(server: TestServer): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(
    server.db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    if (notCounted.has(name)) continue;
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(name)}`.execute(server.db);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}
