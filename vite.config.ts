import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { importChunks } from './tools/import-chunks.ts';
import { compileMessages } from './tools/messages/compile-messages.ts';
import { trimIcons } from './tools/trim-icons.ts';

/** Modules without side effects: exports that a page doesn't use are left out of its scripts. */
const pureModules = /\/web\/src\/(features|lib|ui|pages)\/(?!.*\.live\.ts$).*\.tsx?$/;

/** Components that load on demand, with their libraries. A chunk takes along what its modules use, so all fields are left out. */
const openedLater =
  '(fields/(?!readable-size)|mentions/|([\\w-]+/)?(dialog|confirm-dialog|popover|menu|slide-panel|tabs|file-drop|text-with-blocks|block-name)\\.)';
/** Small modules of features that most pages use. */
const knownEverywhere =
  '(\\.api|\\.entity|join-messages|level-messages|member-level|last-visit|local-changes|feed-changes|session-switch|session-refresh|setup-state|space-avatar|notification-changes|member-card-button|member-line)';
/** Modules of these libraries that few pages use. */
const usedByFew = '(queriesObserver|useQueries|useMutationState|useBlocker)';
/** Constants of the contract that pages use. */
const constants = '(i18n/(?!names|calendar).*|values/(topics|setup-tasks|levels|limits))';

/** Creates few files instead of many small ones: libraries of every page, code that many pages share, and icons. */
const chunkGroups = [
  {
    name: 'libraries',
    test: new RegExp(
      `/node_modules/(react|react-dom|scheduler|@tanstack/(?!react-virtual|virtual-core|.*/${usedByFew}\\.js)[\\w-]+|use-sync-external-store)/`,
    ),
  },
  {
    name: 'shared',
    test: new RegExp(
      `/web/src/(lib/(?!drafted-form/|drag/|outbox/(?!unsent-mark)|list/(sort-list|previous-page)|text/(text-version|word-diff))|ui/(?!${openedLater})|app/report-error|app/start/session-refresh|features/(?!chat/|courses/|map/|videos/).*${knownEverywhere}\\.tsx?$)|/contract/src/${constants}\\.ts$|preload-helper|/uuid/|/icu-minify/`,
    ),
    minShareCount: 3,
  },
  // What most popups and dialogs need of their library, in one file instead of ten.
  {
    name: 'popups',
    test: /\/node_modules\/@base-ui\/react\/(esm\/)?(dialog|internals\/composite|toolbar)\//,
    minShareCount: 5,
  },
  // Loaded by those who can write: members below posts, and chat.
  { name: 'outbox', test: /\/web\/src\/.*\/(one-sender|outbox|outbox-table)\.ts$/ },
  { name: 'icons', test: /\/(node_modules\/lucide-react\/|tools\/create-icon\.ts)/, minShareCount: 4 },
];

/** The number of the feature `DirSelector` of Lightning CSS. */
const dirSelector = 4;

/** Shorter than Vite's: a page's scripts name hundreds of files, and their names tell them apart too. */
const fileName = 'assets/[name]-[hash:7]';

/** Chunks that every page has loaded before it imports anything. */
const loadedByAll = /\/(entry-client|libraries|shared|icons|rolldown-runtime)-[\w-]+\.js$/;

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  plugins: [react(), tailwindcss(), compileMessages(), trimIcons(), importChunks()],
  // For old browsers, `:dir()` would become a list of languages, which isn't the direction of a text with `dir="auto"`.
  css: { lightningcss: { exclude: dirSelector } },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'build/web/server' : 'build/web/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    modulePreload: {
      polyfill: false,
      // Each page contains these lists. Without imports, Vite would leave out the script itself.
      resolveDependencies: (file, dependencies) =>
        [...new Set([file, ...dependencies])].filter((path) => !loadedByAll.test(path)),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: isSsrBuild ? 'web/src/entry-server.tsx' : 'web/src/entry-client.tsx',
      output: {
        // The renderer names these files too.
        assetFileNames: `${fileName}[extname]`,
        ...(isSsrBuild
          ? {}
          : {
              entryFileNames: `${fileName}.js`,
              chunkFileNames: `${fileName}.js`,
              codeSplitting: { groups: chunkGroups },
            }),
      },
      treeshake: { moduleSideEffects: [{ test: pureModules, sideEffects: false }] },
    },
  },
  // React's own hook, without the one for older versions.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // The renderer bundles its libraries, so that it uses the production build of React in any environment.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}));
