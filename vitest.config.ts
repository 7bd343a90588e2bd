import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/checks/test-order.ts';
import { compileMessages } from './tools/messages/compile-messages.ts';
import { keepWorkers } from './tools/vitest/kept-workers.ts';
import { longestWait } from './tools/vitest/longest-wait.ts';

/** `vi.waitFor` and `expect.poll` end after a second by default. */
const patient = {
  setupFiles: ['./tools/vitest/patient-waits.ts'],
  expect: { poll: { timeout: longestWait } },
};

export default defineConfig({
  test: {
    // By default, Vitest reserves one core for itself. On two cores, that would mean one file at a time.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          ...patient,
          // The files of a worker share modules, and through them a server: see server/testing/server.ts.
          isolate: false,
          environment: 'node',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts', 'tools/**/*.test.ts'],
          // Node strips the types itself, as it does for the server: nothing is transformed.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          globalSetup: ['./server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'live',
          ...patient,
          // Like the server tests, but with modules of the web, which Vite has to transform. Node loads the others itself.
          server: { deps: { external: [/\/(contract|server|tools)\/.*\.m?[jt]s$/] } },
          isolate: false,
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['./server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins: [react(), compileMessages(), keepWorkers],
        test: {
          name: 'web',
          ...patient,
          environment: './web/testing/kept-jsdom.ts',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: [...patient.setupFiles, './web/testing/setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
