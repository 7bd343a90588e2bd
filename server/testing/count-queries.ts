import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Database } from '#server/platform/db/database.ts';
import { Pipeline } from '#server/platform/db/pipeline.ts';
import { databasesInUse, isInBackground } from './server.ts';

export interface RecordedQuery {
  text: string;
  values: unknown[];
  client: pg.Client;
  /** Statements that were sent together have the same number. */
  round_trip: number;
}

/** Returns the statements that a call of `pg.Client.query` with these arguments sends, in order. */
export function sentStatements(args: readonly unknown[]): { text: string; values: readonly unknown[] }[] {
  const [first, second] = args as [string | { text?: string; values?: unknown[] } | Pipeline, unknown];
  if (first instanceof Pipeline) return [...first.statements];
  const { text = '', values = second } = typeof first === 'string' ? { text: first } : first;
  return [{ text, values: Array.isArray(values) ? values : [] }];
}

const housekeeping =
  /live_events|live_announcements|notification_deliveries|jobs\.|rate_limit|set last_active_at|pg_class/;
/**
 * Whether a statement belongs to background work, like the check of a connection (`select 1`). The check of pages in memory, which
 * reads live events, doesn't.
 */
const isHousekeeping = (text: string) =>
  text === 'select 1' || (housekeeping.test(text) && !text.includes('people_version'));

/**
 * Returns the statements that an action runs, in order. Statements of live updates, presence, jobs, rate limits and of checks of
 * connections are left out unless `all` is set. Jobs that the server runs by itself, and other servers of the worker, which the
 * test file doesn't use, don't count.
 */
export async function recordQueries(
  action: () => Promise<unknown>,
  { all = false }: { all?: boolean } = {},
): Promise<RecordedQuery[]> {
  const recorded: RecordedQuery[] = [];
  const { prototype } = pg.Client;
  const { query } = prototype;
  let round_trip = 0;
  prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    round_trip += 1;
    for (const { text, values } of sentStatements(args)) {
      const isOfAction = databasesInUse.has(this.database ?? '') && !isInBackground();
      const isCounted = isOfAction && (all || !isHousekeeping(text));
      if (isCounted && /\b(select|insert|update|delete)\b/i.test(text))
        recorded.push({ text, values: [...values], client: this, round_trip });
    }
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as never;
  try {
    await action();
  } finally {
    prototype.query = query;
  }
  return recorded;
}

/** Counts the statements that an action sends. */
export async function countQueries(action: () => Promise<unknown>): Promise<number> {
  return (await recordQueries(action)).length;
}

/**
 * Returns in how many round trips a transaction sent its statements, from the one with the first that matches until its commit,
 * if it published live events.
 */
export function countRoundTrips(queries: readonly RecordedQuery[], from: RegExp): number {
  const first = queries.findIndex(({ text }) => from.test(text));
  const { client } = queries[first] ?? {};
  const ofClient = queries.slice(first).filter((query) => query.client === client);
  const last = ofClient.findIndex(({ text }) => /^\s*insert into live_events/.test(text));
  if (first < 0 || last < 0) throw new Error('There is no such transaction');
  return new Set(ofClient.slice(0, last + 1).map(({ round_trip }) => round_trip)).size;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/**
 * Returns how many rows of a table a statement reads, by kind of scan. Runs the statement again, so it must not change
 * anything.
 */
export async function countRowsRead(
  db: Database,
  { text, values }: Pick<RecordedQuery, 'text' | 'values'>,
  table: string,
): Promise<Record<string, number>> {
  const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, values);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained);
  const rowsRead: Record<string, number> = {};
  const visit = (node: PlanNode) => {
    if (node['Relation Name'] === table) {
      const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
      const kind = node['Node Type'];
      rowsRead[kind] = (rowsRead[kind] ?? 0) + rows * node['Actual Loops'];
    }
    for (const inner of node.Plans ?? []) visit(inner);
  };
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('the statement has no plan');
  visit(plan);
  return rowsRead;
}
