import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { featureOf } from './checks/affected-tests.ts';
import { readImporters } from './checks/import-graph.ts';
import { serverArrows, webArrows } from './feature-dependencies.mjs';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(server|web)\/src\/features\//.test(path) && !/\.test\.tsx?$/.test(path));
const importers = readImporters(files.filter(existsSync));

it.each([
  ['server', serverArrows],
  ['web', webArrows],
])('Features of the %s use every feature that they may use', (side, arrows) => {
  const unused = Object.entries(arrows).flatMap(([feature, allowed]) =>
    allowed
      .filter((other) => {
        const users = importers.get(`${side}/src/features/${other}/index.ts`) ?? [];
        return !users.some((path) => path.startsWith(`${side}/`) && featureOf(path) === feature);
      })
      .map((other) => `${feature} doesn't use ${other}`),
  );
  expect(unused).toEqual([]);
});
