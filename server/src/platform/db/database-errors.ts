import pg from 'pg';

/** The connection to the database was lost, rejected or timed out. A statement that was running may have taken effect. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: Error) {
    super(`The database is unavailable: ${cause.message || (cause as NodeJS.ErrnoException).code}`, {
      cause,
    });
    this.name = 'DatabaseUnavailableError';
  }
}

const connectionCodes = new Set([
  'ECONNREFUSED',
  // There is no Unix socket while the server is down.
  'ENOENT',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver's own connection errors, which have no code. */
const connectionMessages =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after|driver has already been destroyed)/;

/**
 * Returns a `DatabaseUnavailableError` if the connection failed, otherwise the error itself. Call it only with errors of
 * database calls: errors of other connections have the same codes.
 */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const isConnection = connectionCodes.has(String(code)) || connectionMessages.test(error.message);
  return isConnection ? new DatabaseUnavailableError(error) : error;
}

/** SQLSTATE codes, or their two-character classes, of a database that can't work right now. */
const unavailableStates = new Set([
  '08', // connection exceptions
  '53000', // insufficient resources
  '53200', // out of memory
  '53300', // too many connections
  '57014', // statement timeout
  '57P01', // terminated by an administrator
  '57P02', // another process of the server crashed
  '57P03', // starting up or shutting down
  '57P05', // idle session timeout
  '25P03', // idle in transaction timeout
  '25P04', // transaction timeout
  '25006', // a standby after a failover: read-only
  '58030', // I/O error
]);
const conflictStates = new Set(['40001', '40P01', '55P03']);
const diskFull = '53100';

/** Whether the transaction was rolled back because of a conflict with another one, and may run again. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** Returns why a database call failed although its statement was valid, or null for all other errors. */
export function databaseFailure(error: unknown): 'database' | 'conflict' | 'disk' | null {
  if (error instanceof DatabaseUnavailableError) return 'database';
  if (!(error instanceof pg.DatabaseError)) return null;
  const { code = '' } = error;
  if (code === diskFull) return 'disk';
  if (conflictStates.has(code)) return 'conflict';
  return unavailableStates.has(code) || unavailableStates.has(code.slice(0, 2)) ? 'database' : null;
}
