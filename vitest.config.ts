import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Vitest leaves one core to itself, which on two cores would mean one file at a time.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          // Half of the time went into reading the same modules for each file; the files share nothing but them.
          isolate: false,
          environment: 'node',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts', 'tools/**/*.test.ts', 'e2e/**/*.test.ts'],
          globalSetup: ['./server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
