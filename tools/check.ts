/*
 * Runs all checks and tests. `--only=types,server` runs only these parts, `--changed` only what the changes since main
 * affect. The last line has the total.
 */
import { checksOfChanges } from './checks/check-changes.ts';
import { parts } from './checks/check-parts.ts';
import { type CheckPart, type CheckResult, endProgramsOnSignals } from './checks/check-runs.ts';

function chosenParts(args: string[]): CheckPart[] {
  const names = parts.map(({ name }) => name);
  let only: string[] | null = null;
  for (const arg of args) {
    const value = /^--only=(.+)$/.exec(arg)?.[1];
    if (!value)
      throw new Error(
        `Unknown argument ${arg}. Use --changed, or --only= with a list of: ${names.join(', ')}.`,
      );
    only = value.split(',');
  }
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown) throw new Error(`Unknown part --only=${unknown}. Use: ${names.join(', ')}.`);
  return parts.filter(({ name }) => !only || only.includes(name));
}

async function runPart(part: CheckPart): Promise<CheckResult> {
  const began = performance.now();
  const result = await part.run().catch(
    (error: unknown): CheckResult => ({
      passed: 0,
      failed: 1,
      output: error instanceof Error ? error.message : String(error),
    }),
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const count = part.counts ? `${result.passed} passed, ${result.failed} failed, ` : '';
  process.stdout.write(
    `\n== ${part.title}: ${result.failed > 0 ? 'FAILED' : 'passed'} (${count}${seconds} s)\n`,
  );
  if (result.failed > 0) process.stdout.write(`${result.output.trim()}\n`);
  else if (result.remark) process.stdout.write(`${result.remark}\n`);
  return result;
}

/** Runs the parts in order, two at a time. Parts with `alone` run one by one after all others. */
async function runAll(chosen: CheckPart[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const queue = chosen.filter(({ alone }) => !alone);
  const worker = async () => {
    for (let part = queue.shift(); part; part = queue.shift()) results.push(await runPart(part));
  };
  await Promise.all([worker(), worker()]);
  for (const part of chosen.filter(({ alone }) => alone)) results.push(await runPart(part));
  return results;
}

endProgramsOnSignals();

let failed = 1;
let passed = 0;
try {
  const args = process.argv.slice(2);
  const changes = args.join() === '--changed' ? checksOfChanges() : null;
  const results = await runAll(changes?.parts ?? chosenParts(args));
  if (changes) process.stdout.write(`\n${changes.notRun}\n`);
  passed = results.reduce((sum, result) => sum + result.passed, 0);
  failed = results.reduce((sum, result) => sum + result.failed, 0);
  // Again, because the output of a part can be long.
  const failures = results.flatMap((result) => result.failures ?? []);
  if (failures.length > 0) process.stdout.write(`\nFailed:\n\n${failures.join('\n\n')}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
process.exitCode = failed > 0 ? 1 : 0;
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
