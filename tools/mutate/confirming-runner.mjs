/* A Stryker plugin: its runner for Vitest, with results that `runConfirmed` has confirmed. */
import { runConfirmed } from './confirm-run.ts';

const packages = new URL('../../.runtime/mutate/node_modules/@stryker-mutator/', import.meta.url);
const { strykerPlugins: plugins } = await import(new URL('vitest-runner/dist/src/index.js', packages).href);
const [{ kind, factory }] = plugins;

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
  return {
    init: () => runner.init(),
    dispose: () => runner.dispose(),
    capabilities: () => runner.capabilities(),
    dryRun: (options) => runner.dryRun(options),
    mutantRun: (options) => runConfirmed(mutantRunner, options, (message) => logger.warn(message)),
  };
}
createRunner.inject = factory.inject;

export const strykerPlugins = [{ kind, name: 'confirming', factory: createRunner }];
