import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = join(root, 'build/web/client');
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
/** Smaller files aren't compressed. */
const smallest = 512;
/** Large files that are loaded on demand. The last 2 % would take as long as compressing all scripts of a page. */
const loadedOnDemand = /^(countries-50m|hls\.light|rich-text-editor)-/;
/** Folders that browsers don't get files from. */
const notServed = /\.vite$/;

/** Writes a `.br` and a `.gz` file for each text file, so that the server doesn't compress them for each request. */
async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && compressible.test(entry.name) && !notServed.test(entry.parentPath),
  );
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length < smallest) return;
      const quality = loadedOnDemand.test(entry.name) ? 10 : 11;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}

/**
 * Builds the browser's files into build/web/client and the renderer into build/web/server. Always builds for production:
 * with another `NODE_ENV`, Vite would compile JSX for development, which the renderer can't run.
 */
export async function buildWeb(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const options = { root, mode: 'production', logLevel: 'warn' } as const;
  await build(options);
  await compressAll(client);
  // Last, because the start script uses its result to detect a complete build.
  await build({ ...options, build: { ssr: true } });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb();
