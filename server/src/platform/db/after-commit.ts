import {
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

const pending = new WeakMap<DatabaseConnection, Set<(db: Database) => void>>();

/**
 * Runs `callback` in this process after `tx` has committed, and never if it rolls back. The same callback runs only once.
 * If the process ends in between, the callback doesn't run: use it only if something else makes up for that later.
 */
export async function afterCommit(tx: Transaction<DB>, callback: (db: Database) => void): Promise<void> {
  await tx.getExecutor().provideConnection(async (connection) => {
    const callbacks = pending.get(connection) ?? new Set();
    pending.set(connection, callbacks.add(callback));
  });
}

class CommittingDriver extends ResilientDriver {
  readonly #database: () => Database;

  constructor(config: PostgresDialectConfig, database: () => Database) {
    super(config);
    this.#database = database;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const callbacks = pending.get(connection);
    pending.delete(connection);
    await super.commitTransaction(connection);
    for (const callback of callbacks ?? []) callback(this.#database());
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    pending.delete(connection);
    await super.rollbackTransaction(connection);
  }
}

/** The PostgreSQL dialect with `afterCommit`; `database` returns the database that uses this dialect. */
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
