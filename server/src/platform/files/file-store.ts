import type { Readable } from 'node:stream';

/** The bytes to send. Both ends are included, as in HTTP ranges. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The bytes to store: in memory, or a stream with a known size. */
export type StoredBody = Buffer | { size: number; stream: Readable };

/** The storage didn't reply, or reported that it can't work right now. */
export class FileStoreUnavailableError extends Error {
  constructor(cause: Error) {
    super(`The file storage is unavailable: ${cause.message || cause.name}`, { cause });
    this.name = 'FileStoreUnavailableError';
  }
}

/** Stores files in a local folder or an S3-compatible bucket. Keys are created by the server, never by users. */
export interface FileStore {
  /** Stores an object. Replaces an object with the same key. */
  put(key: string, body: StoredBody, contentType: string): Promise<void>;
  /** Opens an object, or returns null if there is none. `size` is the size of the whole object in bytes, even with a `range`. */
  open(key: string, range?: ByteRange): Promise<{ body: Readable; size: number } | null>;
  /** Deletes an object, if it exists. */
  delete(key: string): Promise<void>;
  /** Lists all objects whose key begins with `folder/`, unordered. May or may not include objects stored meanwhile. */
  list(folder: string): AsyncIterable<{ key: string; modified_ms: number }>;
  /** Returns the free bytes of the disk, or null if the files aren't on a disk of this machine. */
  freeBytes(): Promise<number | null>;
  /** Deletes partly written files that are older than `beforeMs`; a process that ended while storing leaves them. */
  removeUnfinished(beforeMs: number): Promise<void>;
}

/** Lowercase names separated by single slashes, none beginning with a dot, so that a key can't leave the folder. */
const keyPattern = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/**
 * Validates a key before it is used as a path.
 * @throws for a key that the server never creates.
 */
export function requireFileKey(key: string): string {
  if (key.length > 500 || !keyPattern.test(key)) throw new Error('Invalid file key');
  return key;
}
