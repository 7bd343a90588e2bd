import { Counter } from 'prom-client';
import { nowMs } from './clock.ts';
import { databaseFailure } from './db/database-errors.ts';
import { AppError } from './errors.ts';
import { FileStoreUnavailableError } from './files/file-store.ts';
import type { Logger } from './log.ts';

/** Why a request cannot be served right now although neither the caller nor the code did anything wrong. */
export type UnavailableReason = 'database' | 'conflict' | 'disk' | 'files' | 'queue';

/** The server itself has no room: its disk is low, or a queue of work is full. Give it as the `cause` of an AppError. */
export class NoCapacityError extends Error {
  readonly reason: 'disk' | 'queue';
  constructor(reason: 'disk' | 'queue', message: string) {
    super(message);
    this.name = 'NoCapacityError';
    this.reason = reason;
  }
}

const diskFullCodes = new Set(['ENOSPC', 'EDQUOT']);

/** Returns why an error is temporary, or null for all other errors. */
export function unavailableReason(error: unknown): UnavailableReason | null {
  if (error instanceof AppError) return error.code === 'unavailable' ? unavailableReason(error.cause) : null;
  if (error instanceof NoCapacityError) return error.reason;
  if (error instanceof FileStoreUnavailableError) return 'files';
  if (error instanceof Error && diskFullCodes.has(String((error as NodeJS.ErrnoException).code)))
    return 'disk';
  return databaseFailure(error);
}

/** Counts temporary failures, for `/metrics`. */
export const unavailableFailures = new Counter({
  name: 'hearth_unavailable_total',
  help: 'Requests and background work that failed for a while, by reason: database, conflict, disk, files, queue',
  labelNames: ['reason'],
  registers: [],
});

/** Counts transactions and statements that ran again after a deadlock or serialization failure, for `/metrics`. */
export const conflictRetries = new Counter({
  name: 'hearth_conflict_retries_total',
  help: 'Transactions that ran a second time after a deadlock or a serialization failure',
  registers: [],
});

export const countConflictRetry = () => conflictRetries.inc();

/** Minimum time between two warnings of the same reason, in milliseconds. */
const warnEvery = 30_000;
const logMessages: Record<UnavailableReason, string> = {
  database: 'the database is unavailable; requests get 503 until it is back',
  conflict: 'a transaction had two conflicts in a row; the request gets 503',
  files: 'the file storage is unavailable; requests for files get 503',
  disk: 'the disk is full or low on space; requests that write get 503',
  queue: 'too much work waits for its turn; requests that add to it get 503',
};
const lastWarned = new Map<UnavailableReason, { at: number; quiet: number }>();

/**
 * Counts a temporary failure and logs at most one warning per reason in 30 seconds.
 * @returns false for all other errors, which the caller must log
 */
export function reportUnavailable(log: Pick<Logger, 'warn'>, error: unknown): boolean {
  const reason = unavailableReason(error);
  if (!reason) return false;
  unavailableFailures.inc({ reason });
  const last = lastWarned.get(reason);
  if (last && nowMs() - last.at < warnEvery) {
    last.quiet += 1;
    return true;
  }
  const failed_since_last_warning = (last?.quiet ?? 0) + 1;
  lastWarned.set(reason, { at: nowMs(), quiet: 0 });
  const { message } = ((error instanceof AppError && error.cause) || error) as Error;
  log.warn({ reason, error: message, failed_since_last_warning }, logMessages[reason]);
  return true;
}
