import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/find-chromium.ts';
import { longestWait } from './tools/vitest/longest-wait.ts';

// Every worker reads this file. The environment passes on the values that the first one chose.
process.env.HEARTH_E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 10_000));
process.env.HEARTH_E2E_DATA ??= join(tmpdir(), `hearth-e2e-${process.pid}`);
const address = `http://127.0.0.1:${process.env.HEARTH_E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Four times the longest wait.
  timeout: 120_000,
  // Ends a run that hangs, with a report of the tests that did not finish.
  globalTimeout: 20 * 60_000,
  expect: { timeout: longestWait },
  // Tests have their own people and spaces. One more than cores, because they also wait: for the server, for times to pass.
  fullyParallel: true,
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL: address,
    // A pseudo-locale marks the texts of the message catalog: see e2e/untranslated.ts.
    locale: 'en-XZ',
    // The steps. The report of a failure has the page's accessibility tree; snapshots and screenshots of each step are expensive.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        // A microphone that beeps, and that every page may use.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
  webServer: {
    command: 'node tools/launch.ts',
    url: `${address}/api/health`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      NODE_ENV: 'development',
      PORT: process.env.HEARTH_E2E_PORT,
      DATA_DIR: process.env.HEARTH_E2E_DATA,
      DATABASE_URL: '',
      DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  },
});
