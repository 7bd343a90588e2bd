import { createReadStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';

/** The store that the configuration names. */
export async function createFileStore(config: Config): Promise<FileStore> {
  const folder = join(config.dataDir, 'files');
  return {
    async put(key, body) {
      await mkdir(dirname(join(folder, key)), { recursive: true });
      await writeFile(join(folder, key), body);
    },
    async open(key, range) {
      const found = await stat(join(folder, key)).catch(() => null);
      return found && { body: createReadStream(join(folder, key), range), size: found.size };
    },
    async delete(key) {
      await rm(join(folder, key), { force: true });
    },
  };
}
