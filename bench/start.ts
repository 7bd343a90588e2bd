import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from './child.ts';
import type { LoadChild } from './load-child.ts';
import type { BenchOptions } from './options.ts';
import { startProgram } from './program.ts';
import { describeMachine, figure, median, printTable, verdict } from './report.ts';

const readyTarget = 3;
const idleTarget = 200;
/** Long enough for what the start left behind to be collected. */
const idleAfter = 10_000;

/** From the command to ready, and the server's memory: just started, at rest, and after load. Linux only. */
export async function benchStart(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const dataDir = join(options.dataDir, 'program');
  await (await startProgram(dataDir, options.port)).stop();
  const seconds: number[] = [];
  const idle: number[] = [];
  const loaded: number[] = [];
  const load = startChild<LoadChild>('load-child.ts');
  for (let round = 0; round < options.rounds; round += 1) {
    const program = await startProgram(dataDir, options.port);
    seconds.push(program.readySeconds);
    await wait(idleAfter);
    idle.push(program.residentMegabytes());
    await load.call('run', {
      url: `${program.url}/analog-photography/space`,
      connections: 32,
      seconds: options.seconds,
      method: 'GET',
      headers: { accept: 'text/html' },
    });
    loaded.push(program.residentMegabytes());
    await program.stop();
  }
  await load.stop();
  printTable(
    `Start and memory, all roles in one process (median of ${options.rounds} starts)`,
    ['', 'Hearth', 'target', 'met'],
    [
      [
        'second start to ready, s',
        figure(median(seconds)),
        `< ${readyTarget}`,
        verdict(median(seconds) < readyTarget),
      ],
      ['memory at rest, MB', figure(median(idle)), `< ${idleTarget}`, verdict(median(idle) < idleTarget)],
      ['memory after 32 readers of a rendered feed, MB', figure(median(loaded)), '', ''],
    ],
  );
  process.stdout.write(`\n${machine}\n`);
}
