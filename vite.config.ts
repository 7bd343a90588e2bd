import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './tools/messages/compile-messages.ts';
import { trimIcons } from './tools/trim-icons.ts';

/** Modules without side effects: exports that a page doesn't use are left out of its scripts. */
const pureModules = /\/web\/src\/(features|lib|ui|pages)\/(?!.*\.live\.ts$).*\.tsx?$/;

/** Components that load on demand, with their libraries. */
const openedLater =
  '(dialog|confirm-dialog|popover|menu|select|combobox|slide-panel|tabs|choice|field|text-field|text-area|use-character-limit|file-drop|file-input|accept-files|form-lock|use-focus-first-error)';
/** Small modules of features that most pages use. */
const knownEverywhere =
  '(\\.api|\\.entity|-messages|member-level|last-visit|local-changes|feed-changes|session-switch|session-refresh|setup-state|space-avatar|notification-changes|member-card-button|member-line)';
/** Constants of the contract that pages use. */
const constants = '(i18n/.*|values/(topics|setup-tasks|levels|limits))';

/** Creates few files instead of many small ones: libraries of every page, code that many pages share, and icons. */
const chunkGroups = [
  {
    name: 'libraries',
    test: /\/node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[\w-]+|use-sync-external-store)\//,
  },
  {
    name: 'shared',
    test: new RegExp(
      `/web/src/(lib/(?!drafted-form/|outbox/(?!unsent-mark)|list/(sort-list|previous-page))|ui/(?!(\\w+/)?${openedLater}\\.)|app/report-error|app/start/session-refresh|features/(?!chat/).*${knownEverywhere}\\.tsx?$)|/contract/src/${constants}\\.ts$|preload-helper|/uuid/|/icu-minify/`,
    ),
    minShareCount: 3,
  },
  // On pages with something to send: posts and chat.
  { name: 'outbox', test: /\/web\/src\/.*\/(one-sender|outbox|outbox-table|use-outbox|comment-outbox)\.ts$/ },
  { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 4 },
];

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  plugins: [react(), tailwindcss(), compileMessages(), trimIcons()],
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
  // The renderer bundles its libraries, so that it uses the production build of React in any environment.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}));
