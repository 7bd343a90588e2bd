import { expect, it } from 'vitest';
import { runProgram } from './check-runs.ts';

const runScript = (script: string, minutes?: number) =>
  runProgram(process.execPath, ['-e', script], { minutes });

it('A program returns its exit code and its output', async () => {
  expect(await runScript('console.log("checked"); process.exit(3)')).toEqual({
    code: 3,
    output: 'checked\n',
  });
});

it('A program that takes too long can say what it was doing, and is ended as failed', async () => {
  const waits = 'setInterval(() => {}, 1_000)';
  const lastWords = 'process.once("SIGTERM", () => { console.log("at the second file"); process.exit(); })';
  const { code, output } = await runScript(`${waits}; ${lastWords}`, 1 / 60);
  expect(code).not.toBe(0);
  expect(output).toMatch(/node did not finish within .* minutes\.\nat the second file\n$/);
});

it('A program that leaves a process behind does not hold up the run', async () => {
  const left = 'require("child_process").spawn("sleep", ["60"], { stdio: "inherit", detached: true })';
  const { code, output } = await runScript(`console.log(${left}.pid); process.exit(0)`);
  process.kill(Number(output));
  expect(code).toBe(0);
});
