import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange, FileStore, StoredBody } from './file-store.ts';
import { requireFileKey } from './file-store.ts';
import { writeChunks } from './write-chunks.ts';

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}

/** Makes a rename or a new entry survive a power loss. Errors of systems that can't sync folders are ignored. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => null);
  try {
    await handle?.sync();
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  } finally {
    await handle?.close();
  }
}

/** Yields all files below a folder without loading the whole list. */
async function* walk(below: string): AsyncIterable<{ path: string; name: string }> {
  try {
    for await (const entry of await opendir(below)) {
      const path = join(below, entry.name);
      if (entry.isDirectory()) yield* walk(path);
      else if (entry.isFile()) yield { path, name: entry.name };
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Whether a file is one that `writeCompletely` has not renamed yet. */
const isUnfinished = (name: string) => name.startsWith('.') && name.endsWith('.part');

/** Returns when a file was last modified, or null if there is none. */
async function modifiedMs(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Writes a file under a temporary name, syncs it and renames it. After a failure, there is no file. */
async function writeCompletely(path: string, body: StoredBody): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o750 });
  const unfinished = join(dirname(path), `.${randomUUID()}.part`);
  try {
    const handle = await open(unfinished, 'wx', 0o640);
    try {
      if (Buffer.isBuffer(body)) await handle.writeFile(body);
      else await writeChunks(handle, body.stream);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Stores objects as files in `folder` (absolute path), spread over 256 subfolders by a hash of the key. An object appears
 * completely or not at all: it is written under a temporary name, synced and then renamed.
 */
export function createLocalFileStore(folder: string): FileStore {
  const root = resolve(folder);

  const pathOf = (key: string): string => {
    const shard = createHash('sha256').update(requireFileKey(key)).digest('hex').slice(0, 2);
    const path = resolve(root, shard, key);
    if (!path.startsWith(join(root, shard) + sep)) throw new Error('The file key is outside the folder');
    return path;
  };

  return {
    async *list(folder) {
      for await (const { path, name } of walk(root)) {
        const key = relative(root, path).split(sep).slice(1).join('/');
        if (isUnfinished(name) || !key.startsWith(`${folder}/`)) continue;
        const modified_ms = await modifiedMs(path);
        if (modified_ms !== null) yield { key, modified_ms };
      }
    },

    async freeBytes() {
      await mkdir(root, { recursive: true, mode: 0o750 });
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },

    async removeUnfinished(beforeMs) {
      for await (const { path, name } of walk(root)) {
        if (isUnfinished(name) && ((await modifiedMs(path)) ?? beforeMs) < beforeMs)
          await rm(path, { force: true });
      }
    },

    async put(key, body) {
      await writeCompletely(pathOf(key), body);
    },

    async open(key: string, range?: ByteRange): Promise<{ body: Readable; size: number } | null> {
      try {
        const handle = await open(pathOf(key), 'r');
        try {
          const { size } = await handle.stat();
          return { body: handle.createReadStream({ ...range, autoClose: true }), size };
        } catch (error) {
          await handle.close();
          throw error;
        }
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
