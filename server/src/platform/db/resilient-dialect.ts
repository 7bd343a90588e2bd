import { setTimeout } from 'node:timers/promises';
import {
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresDriver,
  Transaction,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely';
import { countConflictRetry } from '../unavailable.ts';
import { databaseFailure, isConflict, toDatabaseError } from './database-errors.ts';

/**
 * Wait before the second attempt, in milliseconds: the transaction that won gets the locks first. Random, so that two that lost
 * don't conflict again.
 */
const pause = { shortest: 10, longest: 50 };

/** Runs `work` once more if a deadlock or a serialization failure rolled it back. */
async function retryConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error)) throw error;
    countConflictRetry();
    await setTimeout(pause.shortest + Math.random() * (pause.longest - pause.shortest));
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

  /** Doesn't wait for the reply: the begin is sent with the first statement, which fails if it does. */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    this.#inTransaction.add(connection);
    super.beginTransaction(connection, settings).catch(() => {});
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
  readonly #dialect: Dialect;

  constructor(config: { dialect: Dialect }) {
    super(config);
    this.#dialect = config.dialect;
  }

  override transaction(): TransactionBuilder<DB> {
    return retrying(super.transaction(), this.#dialect);
  }
}

/**
 * Runs `work` with a transaction whose statements may be requested at the same time; Kysely's own sends one after another.
 * Nothing that `work` leaves running can use the connection afterward.
 */
async function pipelined<DB, T>(
  tx: Transaction<DB>,
  dialect: Dialect,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const executor = tx.getExecutor();
  const connection = await executor.provideConnection(async (provided) => provided);
  let isOver = false;
  const provider: ConnectionProvider = {
    async provideConnection(consumer) {
      if (isOver) throw new Error('The transaction is over');
      return await consumer(connection);
    },
  };
  const transaction = new Transaction<DB>({
    config: { dialect },
    dialect,
    // It begins and ends no transaction itself.
    driver: new DummyDriver(),
    executor: executor.withConnectionProvider(provider),
  });
  try {
    return await work(transaction);
  } finally {
    isOver = true;
  }
}

function retrying<DB>(builder: TransactionBuilder<DB>, dialect: Dialect): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  builder.execute = (work) => retryConflict(() => execute((tx) => pipelined(tx, dialect, work)));
  builder.setIsolationLevel = (level) => retrying(setIsolationLevel(level), dialect);
  builder.setAccessMode = (mode) => retrying(setAccessMode(mode), dialect);
  return builder;
}
