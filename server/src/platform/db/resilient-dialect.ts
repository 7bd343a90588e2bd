import { setTimeout } from 'node:timers/promises';
import {
  type DatabaseConnection,
  Kysely,
  PostgresDriver,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely';
import { countConflictRetry } from '../unavailable.ts';
import { databaseFailure, isConflict, toDatabaseError } from './database-errors.ts';

/** Maximum random wait before the second attempt, in milliseconds, so that two transactions don't conflict again. */
const longestPause = 40;

/** Runs `work` once more if a deadlock or a serialization failure rolled it back. */
async function retryConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error)) throw error;
    countConflictRetry();
    await setTimeout(Math.random() * longestPause);
    return await work();
  }
}

/**
 * A PostgreSQL driver that converts connection errors to `DatabaseUnavailableError` and repeats a statement outside a
 * transaction once if it lost a conflict.
 */
export class ResilientDriver extends PostgresDriver {
  readonly #prepared = new WeakSet<DatabaseConnection>();
  readonly #inTransaction = new WeakSet<DatabaseConnection>();

  async #withDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw toDatabaseError(cause);
    }
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.#withDatabaseErrors(() => super.acquireConnection());
    if (this.#prepared.has(connection)) return connection;
    this.#prepared.add(connection);
    const executeQuery = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(query: Parameters<typeof executeQuery>[0]) => {
      const execute = () => this.#withDatabaseErrors(() => executeQuery<R>(query));
      return this.#inTransaction.has(connection) ? execute() : retryConflict(execute);
    };
    return connection;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    this.#inTransaction.add(connection);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#inTransaction.delete(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#inTransaction.delete(connection);
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      // The transaction ended with its connection; the caller gets the original error.
      if (databaseFailure(error) !== 'database') throw error;
    }
  }
}

/**
 * A query builder whose transactions run once more if they lose a conflict (deadlock, serialization failure). The failed
 * attempt leaves nothing behind: its writes, events, jobs and after-commit callbacks are discarded. The callback of
 * `transaction()` may therefore run twice and must not change anything outside its transaction.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return retrying(super.transaction());
  }
}

function retrying<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  builder.execute = (work) => retryConflict(() => execute(work));
  builder.setIsolationLevel = (level) => retrying(setIsolationLevel(level));
  builder.setAccessMode = (mode) => retrying(setAccessMode(mode));
  return builder;
}
