/*
 * A Stryker plugin: its runner for Vitest, with results that `runConfirmed` has confirmed. For each mutant, it runs the tests
 * that `chooseTests` returns, in their order.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { chooseTests, fileOf } from './choose-tests.ts';
import { runConfirmed } from './confirm-run.ts';
import { testOrder } from './nearest-first.ts';

const packages = new URL('../../.runtime/mutate/node_modules/@stryker-mutator/', import.meta.url);
const { strykerPlugins: plugins } = await import(new URL('vitest-runner/dist/src/index.js', packages).href);
const [{ kind, factory }] = plugins;

/** What each test took without a mutant, in milliseconds, by its id. Stryker starts a new process after a timeout. */
const durationsFile = 'test-durations.json';
/** Without a mutant, a busy machine must not end the run: how long a test can take, in milliseconds, and how often it's tried again. */
const patient = { testTimeout: 180_000, retry: 2 };

function createRunner(injector) {
  const runner = factory(injector);
  const logger = injector.resolve('logger');
  const mutantRunner = {
    mutantRun: (options) => runner.mutantRun(options),
    countHits: () => runner.readHitCount(),
    endProcesses: async () => {
      for (const { config } of runner.ctx.projects) await config.poolRunner.endAll();
    },
  };
  let durations;
  const choose = ({ sandboxFileName, testFilter }) => {
    durations ??= JSON.parse(readFileSync(durationsFile, 'utf8'));
    const tests = testFilter.map((id) => ({ id, milliseconds: durations[id] ?? 0 }));
    const chosen = chooseTests(relative('.', sandboxFileName), tests);
    process.env[testOrder] = [...new Set(chosen.map(fileOf))].join('\n');
    return chosen;
  };
  return {
    init: () => runner.init(),
    dispose: () => runner.dispose(),
    capabilities: () => runner.capabilities(),
    dryRun: async (options) => {
      const configs = runner.ctx.projects.map(({ config }) => config);
      const usual = configs.map(({ testTimeout, retry }) => ({ testTimeout, retry }));
      for (const config of configs) Object.assign(config, patient);
      const result = await runner.dryRun(options);
      for (const [index, config] of configs.entries()) Object.assign(config, usual[index]);
      const tests = result.tests ?? [];
      const measured = Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
      writeFileSync(durationsFile, JSON.stringify(measured));
      return result;
    },
    mutantRun: (options) =>
      runConfirmed(
        mutantRunner,
        { ...options, testFilter: options.testFilter && choose(options) },
        (message) => logger.warn(message),
        () => performance.now(),
      ),
  };
}
createRunner.inject = factory.inject;

export const strykerPlugins = [{ kind, name: 'confirming', factory: createRunner }];
