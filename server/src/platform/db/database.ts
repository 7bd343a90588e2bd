import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { CommittingDialect } from './after-commit.ts';
import { BoundedClient, PipelinedClient } from './pipelined-client.ts';
import { RetryingKysely } from './resilient-dialect.ts';
import type { DB } from './schema.gen.ts';

export type Database = Kysely<DB>;
/** An open transaction, as used by actions, `publish` and `enqueue`. */
export type Tx = Transaction<DB>;
/** A database or a transaction, as used by queries. */
export type Db = Database | Tx;

const timestamptz = 1184;
const int8 = 20;
const numeric = 1700;

/** Converts `2026-11-21 04:00:00.12+00` of a UTC session to `2026-11-21T04:00:00.120Z`, without using `Date`. */
export function toWireTimestamp(value: string): string {
  const dot = value.indexOf('.');
  const end = value.lastIndexOf('+');
  const fraction =
    dot === -1
      ? '000'
      : value
          .slice(dot + 1, end)
          .padEnd(3, '0')
          .slice(0, 3);
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction}Z`;
}

const parsers: Record<number, (value: string) => unknown> = {
  [timestamptz]: toWireTimestamp,
  [int8]: Number,
  [numeric]: Number,
};
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format),
};

/** The connection settings of every pool: UTC, and timeouts so that no statement occupies a connection forever. */
export function connectionOptions(url: string, applicationName: string, bulk = false): pg.ClientConfig {
  const quick = bulk ? ' -c synchronous_commit=off -c plan_cache_mode=force_generic_plan' : '';
  return {
    connectionString: url,
    application_name: applicationName,
    options: `-c TimeZone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000${quick}`,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** Maximum time without a reply to a statement, in milliseconds. Longer than the server's own limit of 30 s. */
const replyTimeout = 35_000;

/**
 * Maximum time that a statement waits for a connection, in milliseconds. Requests get 503 after it, with a time to wait: most wait
 * for a connection twice, and what nobody waits for anymore would hold up the others.
 */
export const connectionWait = 3_000;
/** The same for background work of libraries, for which nobody waits. */
const backgroundConnectionWait = 10_000;

export interface PoolOptions {
  /** The name in the database's list of sessions. Default: `hearth`. */
  applicationName?: string;
  /** For libraries that expect the driver's own types (dates as `Date`) and name their statements themselves. */
  plain?: boolean;
  /**
   * For filling a database: a commit doesn't wait for the disk, so that a crash may lose the last transactions, in order, and a
   * connection plans each statement once.
   */
  bulk?: boolean;
  /** Whether there is a pooler between the server and the database. */
  hasPooler?: boolean;
}

/**
 * Creates a pool of at most `size` connections with this project's type parsing (timestamps as text in the format of the
 * API, bigint as number). All pools of the server must be created here: a lost connection, idle or in use, never ends the
 * process. Its statement fails, and the pool reconnects.
 */
export function createPool(
  url: string,
  size: number,
  { applicationName = 'hearth', plain = false, bulk = false, hasPooler = false }: PoolOptions = {},
): pg.Pool {
  const { types: wireTypes, ...connection } = connectionOptions(url, applicationName, bulk);
  const pool = new pg.Pool({
    ...connection,
    ...(plain ? {} : { types: wireTypes }),
    max: size,
    hasPooler,
    query_timeout: replyTimeout,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: plain ? backgroundConnectionWait : connectionWait,
    Client: plain ? BoundedClient : PipelinedClient,
  } as pg.PoolConfig);
  // Without listeners, these events would end the process. The pool emits them for idle connections, the client for
  // connections in use, including between two statements of a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Creates the query builder for a pool. A transaction that loses a conflict runs once more, see `RetryingKysely`. */
export function createDatabase(pool: pg.Pool): Database {
  const db: Database = new RetryingKysely<DB>({ dialect: new CommittingDialect({ pool }, () => db) });
  return db;
}

/**
 * Returns the limit of a page as part of the statement's text. If it were a parameter, PostgreSQL would assume a tenth of
 * the table, consider the generic plan expensive, and plan the statement again for every run.
 */
export function pageLimit(rows: number): RawBuilder<number> {
  return sql.lit(Math.trunc(rows));
}

/** Whether an error is a violation of a unique constraint (of this one, if given). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (!constraint || error.constraint === constraint)
  );
}
