import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  type Transaction,
} from 'kysely';
import { ResilientDriver } from './resilient-dialect.ts';
import type { DB } from './schema.gen.ts';

type Database = Kysely<DB>;

/** What a transaction writes with its commit: one statement with everything that was collected for it. */
export type CommitWrite<T> = (tx: Transaction<DB>, collected: readonly T[]) => CompiledQuery;

/** What is left to do at the commit of a transaction. */
interface AtCommit {
  writes: Map<CommitWrite<never>, { tx: Transaction<DB>; collected: unknown[] }>;
  callbacks: Set<(db: Database) => void>;
}

const noneAtCommit = (): AtCommit => ({ writes: new Map(), callbacks: new Set() });
const pending = new WeakMap<DatabaseConnection, AtCommit>();

async function atCommit(tx: Transaction<DB>): Promise<AtCommit> {
  return await tx.getExecutor().provideConnection(async (connection) => {
    const known = pending.get(connection) ?? noneAtCommit();
    pending.set(connection, known);
    return known;
  });
}

/**
 * Collects what `write` adds to the database right before `tx` commits, in the same round trip, in the order of the calls.
 * Statements of the transaction don't see it. If it fails, the transaction is rolled back.
 */
export async function writeAtCommit<T>(
  tx: Transaction<DB>,
  write: CommitWrite<T>,
  items: readonly T[],
): Promise<void> {
  const { writes } = await atCommit(tx);
  const known = writes.get(write) ?? { tx, collected: [] };
  known.collected.push(...items);
  writes.set(write, known);
}

/**
 * Runs `callback` in this process after `tx` has committed, and never if it rolls back. The same callback runs only once.
 * If the process ends in between, the callback doesn't run: use it only if something else makes up for that later.
 */
export async function afterCommit(tx: Transaction<DB>, callback: (db: Database) => void): Promise<void> {
  (await atCommit(tx)).callbacks.add(callback);
}

class CommittingDriver extends ResilientDriver {
  readonly #database: () => Database;

  constructor(config: PostgresDialectConfig, database: () => Database) {
    super(config);
    this.#database = database;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { writes, callbacks } = pending.get(connection) ?? noneAtCommit();
    pending.delete(connection);
    // All are requested before any of them is awaited, so that they are sent together.
    const written = [...writes].map(([write, { tx, collected }]) =>
      connection.executeQuery(write(tx, collected as never[])),
    );
    await Promise.all([...written, super.commitTransaction(connection)]);
    for (const callback of callbacks) callback(this.#database());
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    pending.delete(connection);
    await super.rollbackTransaction(connection);
  }
}

/** The PostgreSQL dialect with `writeAtCommit` and `afterCommit`; `database` returns the database that uses this dialect. */
export class CommittingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #database: () => Database;

  constructor(config: PostgresDialectConfig, database: () => Database) {
    super(config);
    this.#config = config;
    this.#database = database;
  }

  override createDriver(): Driver {
    return new CommittingDriver(this.#config, this.#database);
  }
}
