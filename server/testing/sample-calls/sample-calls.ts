import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OperationId } from '#contract/api.ts';
import type { SampleCall } from './sample-context.ts';

export type { CallerRole, SampleCall, SampleContext, SpaceKind } from './sample-context.ts';

const folder = join(import.meta.dirname, 'by-feature');
const modules = await Promise.all(
  globSync('*.ts', { cwd: folder }).map(
    (name) => import(pathToFileURL(join(folder, name)).href) as Promise<{ sampleCalls: object }>,
  ),
);

/** One valid call for every operation of the contract. An operation that is missing here fails the role matrix. */
export const sampleCalls = Object.assign({}, ...modules.map((module) => module.sampleCalls)) as {
  [Id in OperationId]: SampleCall<Id>;
};
