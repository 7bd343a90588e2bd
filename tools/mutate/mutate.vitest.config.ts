import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { keepWorkers } from '../vitest/kept-workers.ts';
import { NearestFirst } from './nearest-first.ts';

const projects = (base.test?.projects ?? []).filter((project) => typeof project === 'object');

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    sequence: { sequencer: NearestFirst },
    projects: projects.map((project) => {
      if (!('test' in project)) return project;
      const { setupFiles = [] } = project.test ?? {};
      const plugins = project.plugins ?? [];
      return {
        ...project,
        plugins: plugins.includes(keepWorkers) ? plugins : [...plugins, keepWorkers],
        // The copy that Stryker makes has a link to the packages, which Vite takes as outside of the project.
        server: { fs: { strict: false } },
        test: {
          ...project.test,
          // A process that is kept reads its test files again.
          experimental: { viteModuleRunner: true },
          setupFiles: [...[setupFiles].flat(), './tools/mutate/between-runs.ts'],
          // Mutated code is slower, and so is a busy machine. Stryker itself ends endless loops, but on the server a mutant
          // may make a test wait for a lock or an event, and each would cost the whole time.
          testTimeout: project.test?.name === 'web' ? 60_000 : 15_000,
          // Seeding the demo is the longest set-up.
          hookTimeout: 120_000,
        },
      };
    }),
  },
});
