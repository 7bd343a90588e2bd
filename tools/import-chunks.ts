import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const importer = fileURLToPath(new URL('../web/src/lib/loading/import-chunk.ts', import.meta.url));

/** Replaces the function that Vite wraps around each `import()` of a build: a failed import must be possible again. */
export function importChunks(): Plugin {
  return {
    name: 'import-chunks',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { importChunk as __vitePreload } from ${JSON.stringify(importer)};`,
    },
  };
}
