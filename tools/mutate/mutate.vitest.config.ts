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
        test: {
          ...project.test,
          testTimeout: 15_000,
          hookTimeout: 30_000,
          setupFiles: [...[setupFiles].flat(), './tools/mutate/between-runs.ts'],
        },
      };
    }),
  },
});
