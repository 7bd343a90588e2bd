import { defineConfig, type ViteUserConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { endKeptWorkers, keptWorkers } from './kept-worker.ts';

/** Runs the tests of a project in processes that are kept from mutant to mutant. */
const keepWorkers: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'keep-workers',
  configureVitest({ vitest, project }) {
    project.config.pool = 'kept';
    project.config.poolRunner = keptWorkers;
    vitest.onClose(endKeptWorkers);
  },
};

const projects = (base.test?.projects ?? []).filter((project) => typeof project === 'object');

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: projects.map((project) => {
      if (!('test' in project)) return project;
      const { environment, setupFiles = [] } = project.test ?? {};
      return {
        ...project,
        plugins: [...(project.plugins ?? []), keepWorkers],
        test: {
          ...project.test,
          environment: environment === 'jsdom' ? './tools/mutate/kept-jsdom.ts' : environment,
          setupFiles: [...[setupFiles].flat(), './tools/mutate/between-runs.ts'],
          // Mutated code is slower, and so is a busy machine. Stryker itself ends endless loops.
          testTimeout: 120_000,
        },
      };
    }),
  },
});
