import { ChunkError, type ChunkFailure } from './import-chunk.ts';

/** Delay before retrying a failed module load, in milliseconds. */
export const retryDelay = 500;

/** Loading a module failed twice: the user is offline, or a new release has replaced the file. */
export class ModuleLoadError extends Error {
  readonly reason: ChunkFailure;
  constructor(cause: unknown) {
    // Not translated: for the error log. Screens show their own message.
    super("Couldn't load this part of the app.", { cause });
    this.name = 'ModuleLoadError';
    this.reason = cause instanceof ChunkError ? cause.reason : 'other';
  }
}

/** The number of module loads that are being retried. */
let retrying = 0;
const listeners = new Set<() => void>();
function changeRetrying(by: number): void {
  retrying += by;
  for (const listener of listeners) listener();
}

/** Returns whether the load of a module is being retried; `subscribeToRetries` reports changes. */
export const isRetryingLoad = (): boolean => retrying > 0;
/** Calls `listener` when a retry starts or ends. Returns a function that removes the listener. */
export function subscribeToRetries(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Loads a module; retries once after half a second.
 * @throws ModuleLoadError if the retry fails too.
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    changeRetrying(1);
    try {
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
      return await load();
    } catch (error) {
      throw new ModuleLoadError(error);
    } finally {
      changeRetrying(-1);
    }
  }
}
