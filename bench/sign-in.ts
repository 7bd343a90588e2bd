import type { BareArgon2 } from './bare/bare-argon2.ts';
import type { BenchOptions } from './options.ts';
import { startChild } from './processes/child.ts';
import type { LoadChild } from './processes/load-child.ts';
import { describeMachine, figure, median, medianRatio, printTable } from './results.ts';
import { openBenchDatabase, startHearth } from './setup/bench-database.ts';
import { emailOf, memberCount, password } from './setup/generate.ts';

const connections = 8;

/** Sign-ins per second, compared with the bare password check at the same cost. */
export async function benchSignIn(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const database = await openBenchDatabase(options.dataDir);
  const hearth = await startHearth(database, options.port, { profileDir: options.profileDir });
  const argon = startChild<BareArgon2>('../bare/bare-argon2.ts');
  const load = startChild<LoadChild>('load-child.ts');
  try {
    const { rows } = await database.client.query<{ password: string }>(
      'select password from accounts limit 1',
    );
    const stored = rows[0]?.password ?? '';
    const ours: number[] = [];
    const bare: number[] = [];
    const latency: number[] = [];
    for (let round = 0; round <= options.rounds; round++) {
      const seconds = round > 0 ? options.seconds : 1;
      const result = await load.call('run', {
        url: `${hearth.url}/api/auth/sign-in`,
        connections,
        seconds,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: emailOf(0).replace('-0@', '-%n%@'), password }),
        from: 1,
        modulo: memberCount,
      });
      if (result.failures > 0) throw new Error(`${result.failures} sign-ins failed`);
      const limit = await argon.call('run', { stored, password, loops: connections, seconds });
      if (round === 0) continue;
      ours.push(result.perSecond);
      latency.push(result.median);
      bare.push(limit.perSecond);
    }
    printTable(
      `Sign-in (${connections} connections, per second, median of ${options.rounds} rounds)`,
      ['', 'Hearth', 'bare argon2id', 'ratio to limit', 'ms median'],
      [
        [
          'sign-in',
          figure(median(ours)),
          figure(median(bare)),
          medianRatio(ours, bare).toFixed(2),
          figure(median(latency)),
        ],
      ],
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await Promise.all([load.stop(), argon.stop()]);
    await hearth.stop();
    await database.client.query('delete from sessions');
    await database.stop();
  }
}
