import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';

const target = fileURLToPath(new URL('../../web/src/lib/api/endpoints.gen.ts', import.meta.url));

/**
 * Returns the browser's table of endpoints: the paths by method, and for writes the names of the query fields. It contains no
 * schemas, so that the first page doesn't need to load them, and is grouped because it compresses better so.
 */
export function describeEndpoints(): string {
  const all = Object.entries(api as Record<string, Endpoint>);
  const groups = Map.groupBy(all, ([, { method }]) => method);
  const queries = all.flatMap(([operation, { method, query }]) => {
    const names = method === 'GET' ? [] : Object.keys(query?.shape ?? {});
    return names.length > 0 ? [`  ${operation}: [${names.map((name) => `'${name}'`).join(', ')}],`] : [];
  });
  return [
    '// Written by tools/generate/generate-endpoints.ts from the contract. Do not edit.',
    'export const endpoints = {',
    ...[...groups].flatMap(([method, ofMethod]) => [
      `  ${method}: {`,
      ...ofMethod.map(([operation, { path }]) => `    ${operation}: '${path}',`),
      '  },',
    ]),
    '} as const;',
    'export const writeQueries = {',
    ...queries,
    '} as const;',
    '',
  ].join('\n');
}

/** Returns the source of the table in the web app. */
export async function readEndpointsTable(): Promise<string> {
  return await readFile(target, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, describeEndpoints());
