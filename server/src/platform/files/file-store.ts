import type { Readable } from 'node:stream';

/** Where bytes are kept: a local folder or an S3-compatible bucket. Keys are made by the server, never by people. */
export interface FileStore {
  /** Stores a whole object; an object under the same key is replaced. */
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** Opens an object, or null when there is none. `range` in bytes, both ends included. */
  open(key: string, range?: { start: number; end: number }): Promise<{ body: Readable; size: number } | null>;
  delete(key: string): Promise<void>;
}
