/* `npm run new -- <feature>`: writes the first files of a feature and prints what to add by hand. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns the files of a new feature, by path. Its only endpoint returns the number of members of a space. */
function filesOf(feature: string): Record<string, string> {
  const server = `server/src/features/${feature}`;
  const web = `web/src/features/${feature}`;
  const operation = `get_${feature}_summary`;
  const constant = `${feature}Endpoints`;
  const name = feature.charAt(0).toUpperCase() + feature.slice(1);
  return {
    [`contract/src/${feature}.ts`]: `import { z } from 'zod';
import { defineEndpoint, id } from './endpoint.ts';

export const ${constant} = {
  ${operation}: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/${feature}',
    summary: 'A summary of the ${feature} of a space.',
    access: 'space-viewer',
    params: z.object({ space_id: id }),
    output: z.object({ count: z.number().int() }),
    errors: ['space_not_found'],
    rateLimit: 'none',
  }),
};
`,
    [`${server}/index.ts`]: `import type { Feature } from '#server/platform/feature.ts';
import { ${feature}Routes } from './${feature}.routes.ts';

export const ${feature}: Feature = { name: '${feature}', routes: ${feature}Routes };
`,
    [`${server}/${feature}.routes.ts`]: `import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { count${name} } from './${feature}.queries.ts';

export function ${feature}Routes(route: RouteBinder, { db }: Platform): void {
  route('${operation}', async ({ scope }) => ({ count: await count${name}(db, scope.space_id) }));
}
`,
    [`${server}/${feature}.queries.ts`]: `import type { Db } from '#server/platform/db/database.ts';

/** Returns the number of members of a space. */
export async function count${name}(db: Db, spaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('space_members')
    .where('space_id', '=', spaceId)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
`,
    [`${web}/index.ts`]: `export { ${name}Summary } from './${feature}-summary.tsx';
`,
    [`${web}/${feature}.api.ts`]: `import { apiQuery } from '#web/lib/cache/query-client.ts';

export const ${feature}SummaryQuery = (spaceId: string) => apiQuery('${operation}', { space_id: spaceId });
`,
    [`${web}/${feature}-summary.tsx`]: `import { useSuspenseQuery } from '@tanstack/react-query';
import { ${feature}SummaryQuery } from './${feature}.api.ts';

export function ${name}Summary({ spaceId }: { spaceId: string }) {
  const { data } = useSuspenseQuery(${feature}SummaryQuery(spaceId));
  return <p>{data.count}</p>;
}
`,
  };
}

const [feature = ''] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*$/.test(feature)) {
  process.stderr.write('Pass the name of the feature as one lowercase word: npm run new -- calendar\n');
  process.exit(1);
}
const files = filesOf(feature);
const taken = Object.keys(files).filter((path) => existsSync(path));
if (taken.length > 0) {
  process.stderr.write(`These files already exist, so nothing was written:\n  ${taken.join('\n  ')}\n`);
  process.exit(1);
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`wrote ${path}\n`);
}
spawnSync('node_modules/.bin/biome', ['check', '--write', ...Object.keys(files)], { stdio: 'ignore' });
process.stdout.write(`
Add by hand:
  contract/src/api.ts            ...${feature}Endpoints to the endpoints
                                 then run: node tools/run.mjs tools/generate/generate-endpoints.ts
  server/src/app.ts              ${feature} to the features
  tools/feature-dependencies.mjs ${feature} and what it may use, for the server and for the web
  a page in web/src/pages        that uses the exports of web/src/features/${feature}/index.ts
  tests beside the code          works, signed out, forbidden, invalid, twice
Then: npm test
`);
