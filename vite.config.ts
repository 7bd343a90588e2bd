import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Modules that only export: what a page does not use of them stays out of its scripts. */
const pureModules = /\/web\/src\/(features|lib|ui|pages)\/(?!.*\.live\.ts$).*\.tsx?$/;

/** Parts that open only when asked for, with the libraries that they bring. */
const openedLater =
  '(dialog|popover|menu|select|combobox|slide-panel|tabs|choice|field|text-field|text-area|use-character-limit|file-drop)';
/** Small modules of features that most pages know something by. */
const knownEverywhere = '(\\.api|-messages|member-level|last-visit|local-changes|feed-arrivals)';

/** Few files instead of many small ones: the libraries of every page, what many pages share of ours, and their icons. */
const chunkGroups = [
  {
    name: 'libraries',
    test: /\/node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
  },
  {
    name: 'shared',
    test: new RegExp(
      `/web/src/(lib/|ui/(?!${openedLater}\\.)|features/.*${knownEverywhere}\\.tsx?$)|preload-helper|/uuid/`,
    ),
    minShareCount: 3,
  },
  { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 4 },
];

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'build/web/server' : 'build/web/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: isSsrBuild ? 'web/src/entry-server.tsx' : 'web/src/entry-client.tsx',
      ...(isSsrBuild ? {} : { output: { codeSplitting: { groups: chunkGroups } } }),
      treeshake: { moduleSideEffects: [{ test: pureModules, sideEffects: false }] },
    },
  },
  // The renderer carries its libraries, so that it runs the production React whatever the server's environment says.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}));
