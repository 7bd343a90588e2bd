import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions } from './options.ts';
import { startChild } from './processes/child.ts';
import { launch } from './processes/launched.ts';
import type { LoadChild } from './processes/load-child.ts';
import { describeMachine, figure, median, printTable, verdict } from './results.ts';

/** Seconds after the start until memory counts as idle, and after the load until it is measured again. */
const settleSeconds = 10;
const loadSeconds = 20;
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

/** Measures the time from `npm start` to the first page, and the server's memory: idle, under load, and afterwards. */
export async function benchStart(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  // Installs, builds and seeds the demo if necessary; only the starts after this one are measured.
  const first = await launch(options.dataDir, options.port);
  await first.stop();
  const starts: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const started = await launch(options.dataDir, options.port);
    starts.push(started.readyMs);
    await started.stop();
  }
  const started = await launch(options.dataDir, options.port);
  const load = startChild<LoadChild>('load-child.ts');
  try {
    await pause(settleSeconds * 1000);
    const idle = started.rss();
    const discovered = await fetch(`${started.url}/api/spaces`);
    const { spaces } = (await discovered.json()) as { spaces: { id: string; subdomain: string }[] };
    const paths = spaces.flatMap(({ id, subdomain }) => [
      `/${subdomain}`,
      `/${subdomain}/about`,
      `/api/spaces/${id}/posts`,
    ]);
    let highest = 0;
    const watch = setInterval(() => {
      highest = Math.max(highest, started.rss());
    }, 200);
    const result = await load.call('run', {
      url: started.url,
      connections: 32,
      seconds: loadSeconds,
      paths,
      headers: { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br' },
    });
    clearInterval(watch);
    if (result.failures > 0) throw new Error(`${result.failures} requests failed under load`);
    await pause(settleSeconds * 1000);
    const after = started.rss();
    const seconds = median(starts) / 1000;
    printTable(
      'Start and memory (one process, every role, production)',
      ['', 'Hearth', 'target', 'reached'],
      [
        ['second start to the first page', `${figure(seconds)} s`, '< 3 s', verdict(seconds < 3)],
        [
          `memory idle (${settleSeconds} s after the start)`,
          megabytes(idle),
          '< 200 MB',
          verdict(idle < 200 * 2 ** 20),
        ],
        [`memory under load (highest)`, megabytes(highest), '', ''],
        [`memory ${settleSeconds} s after the load`, megabytes(after), '', ''],
      ],
    );
    process.stdout.write(
      `\nThe load: ${loadSeconds} s of public pages and feeds, compressed, at 32 connections, ${figure(result.perSecond)} pages per second.\n${machine}\n`,
    );
  } finally {
    await load.stop();
    await started.stop();
  }
}
