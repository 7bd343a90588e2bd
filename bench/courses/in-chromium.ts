import { type Browser, chromium } from '@playwright/test';
import type pg from 'pg';
import { buildWeb } from '#tools/build-web.ts';
import { findChromium } from '#tools/find-chromium.ts';
import { browserFlags } from '../browser-flags.ts';
import type { BenchOptions } from '../options.ts';
import { describeMachine } from '../results.ts';
import { type RunningHearth, startHearth } from '../setup/bench-database.ts';
import { openCrowds } from '../setup/crowd.ts';

interface CourseBrowser {
  browser: Browser;
  hearth: RunningHearth;
  /** A connection to the database in which courses are made. */
  client: pg.Client;
}

/** Measures courses with a built web app in Chromium, and describes the machine below the results. */
export async function measureInChromium(
  options: BenchOptions,
  measure: (started: CourseBrowser) => Promise<void>,
): Promise<void> {
  const machine = describeMachine();
  await buildWeb();
  const crowds = await openCrowds(options.dataDir);
  const hearth = await startHearth(crowds.paths('small'), options.port);
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: browserFlags });
  try {
    await measure({ browser, hearth, client: crowds.client('small') });
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await browser.close();
    await hearth.stop();
    await crowds.stop();
  }
}
