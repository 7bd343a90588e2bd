import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Database } from '#server/platform/db/database.ts';
import { databasesInUse } from './server.ts';

export interface RecordedQuery {
  text: string;
  values: unknown[];
}

const housekeeping =
  /live_events|live_announcements|notification_deliveries|jobs\.|rate_limit|set last_active_at/;
/** Whether a statement belongs to background work. The check of pages in memory, which reads live events, doesn't. */
const isHousekeeping = (text: string) => housekeeping.test(text) && !text.includes('people_version');

/**
 * Returns the statements that an action runs, in order. Statements of live updates, presence, jobs and rate limits are left out
 * unless `all` is set. Other servers of the worker, which the test file doesn't use, don't count.
 */
export async function recordQueries(
  action: () => Promise<unknown>,
  { all = false }: { all?: boolean } = {},
): Promise<RecordedQuery[]> {
  const recorded: RecordedQuery[] = [];
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    const given = typeof first === 'string' ? undefined : first.values;
    const isCounted = databasesInUse.has(this.database ?? '') && (all || !isHousekeeping(text));
    if (isCounted && /\b(select|insert|update|delete)\b/i.test(text))
      recorded.push({ text, values: given ?? (Array.isArray(second) ? second : []) });
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
  { text, values }: RecordedQuery,
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
