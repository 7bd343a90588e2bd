import type { Readable } from 'node:stream';

/** Bytes to send; both ends included, as HTTP ranges are. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes to store: in memory, or on their way from a file of this size. */
export type StoredBody = Buffer | { size: number; stream: Readable };

/** The storage gave no answer, or one that says that it cannot work right now. */
export class FileStoreUnavailableError extends Error {
  constructor(cause: Error) {
    super(`The file storage is unavailable: ${cause.message || cause.name}`, { cause });
    this.name = 'FileStoreUnavailableError';
  }
}

/** Where bytes are kept: a local folder or an S3-compatible bucket. Keys are made by the server, never by people. */
export interface FileStore {
  /** Stores a whole object; an object under the same key is replaced. */
  put(key: string, body: StoredBody, contentType: string): Promise<void>;
  /** Opens an object, or null when there is none. `size` is that of the whole object in bytes, also with a `range`. */
  open(key: string, range?: ByteRange): Promise<{ body: Readable; size: number } | null>;
  /** Removes an object; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Every object whose key begins with `folder/`, in no order; what is stored meanwhile may or may not be among them. */
  list(folder: string): AsyncIterable<{ key: string; modified_ms: number }>;
  /** Bytes that can still be stored on this machine's disk; null where that is not a disk of this machine. */
  freeBytes(): Promise<number | null>;
  /** Removes what a process that ended while storing left half written before `beforeMs`. */
  removeUnfinished(beforeMs: number): Promise<void>;
}

/** Lower-case names parted by single slashes, none beginning with a dot: nothing that could leave a folder. */
const keyPattern = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/**
 * The last fence before a disk or a bucket.
 * @throws for a key that no part of the server makes.
 */
export function requireFileKey(key: string): string {
  if (key.length > 500 || !keyPattern.test(key)) throw new Error('This is no file key');
  return key;
}
