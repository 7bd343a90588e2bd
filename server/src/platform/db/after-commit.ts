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

const due = new WeakMap<DatabaseConnection, Set<(db: Database) => void>>();

/**
 * Runs `callback` once `tx` has committed, in this process, and never when it rolls back. Given twice it runs once. A
 * process that ends in between does not run it: only for what something else makes good later.
 */
export async function afterCommit(tx: Transaction<DB>, callback: (db: Database) => void): Promise<void> {
  await tx.getExecutor().provideConnection(async (connection) => {
    const callbacks = due.get(connection) ?? new Set();
    due.set(connection, callbacks.add(callback));
  });
}

class CommittingDriver extends ResilientDriver {
  readonly #database: () => Database;

  constructor(config: PostgresDialectConfig, database: () => Database) {
    super(config);
    this.#database = database;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const callbacks = due.get(connection);
    due.delete(connection);
    await super.commitTransaction(connection);
    for (const callback of callbacks ?? []) callback(this.#database());
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    due.delete(connection);
    await super.rollbackTransaction(connection);
  }
}

/** PostgreSQL whose transactions can be followed up (`afterCommit`); `database` is the one that this dialect becomes. */
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
