import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';

const target = fileURLToPath(new URL('../../web/src/lib/api/endpoints.gen.ts', import.meta.url));

/**
 * Returns the browser's table of endpoints: method, path and, for writes, the names of the query fields. It contains no
 * schemas, so that the first page doesn't need to load them.
 */
export function describeEndpoints(): string {
  const lines = Object.entries(api as Record<string, Endpoint>).map(([operation, endpoint]) => {
    const queryNames = endpoint.method === 'GET' ? [] : Object.keys(endpoint.query?.shape ?? {});
    const parts = [`'${endpoint.method}'`, `'${endpoint.path}'`];
    if (queryNames.length > 0) parts.push(`[${queryNames.map((name) => `'${name}'`).join(', ')}]`);
    return `  ${operation}: [${parts.join(', ')}],`;
  });
  return [
    '// Written by tools/generate/generate-endpoints.ts from the contract. Do not edit.',
    'export const endpoints = {',
    ...lines,
    '} as const;',
    '',
  ].join('\n');
}

/** Returns the source of the table in the web app. */
export async function readEndpointsTable(): Promise<string> {
  return await readFile(target, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, describeEndpoints());
