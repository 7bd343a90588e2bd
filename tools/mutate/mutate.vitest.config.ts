import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { keepWorkers } from '../vitest/kept-workers.ts';

const projects = (base.test?.projects ?? []).filter((project) => typeof project === 'object');

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: projects.map((project) => {
      if (!('test' in project)) return project;
      const { setupFiles = [] } = project.test ?? {};
      const plugins = project.plugins ?? [];
      return {
        ...project,
        plugins: plugins.includes(keepWorkers) ? plugins : [...plugins, keepWorkers],
        test: {
          ...project.test,
          setupFiles: [...[setupFiles].flat(), './tools/mutate/between-runs.ts'],
        },
      };
    }),
  },
});
