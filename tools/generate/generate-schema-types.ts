// Writes server/src/platform/db/schema.gen.ts (types) and server/migrations/schema.sql (the schema as text) from a
// migrated database: node tools/generate/generate-schema-types.ts postgres://...
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describeSchema } from '#server/platform/db/describe-schema.ts';
import { migrate } from '#server/platform/db/migrate.ts';

const url = process.argv[2];
if (!url)
  throw new Error(
    'Pass a database to migrate and read: node tools/generate/generate-schema-types.ts postgres://...',
  );
await migrate(url);
execFileSync(
  'npx',
  [
    'kysely-codegen',
    '--dialect=postgres',
    `--url=${url}`,
    '--out-file=server/src/platform/db/schema.gen.ts',
    '--include-pattern=public.*',
    '--exclude-pattern=public.schema_migrations',
    '--type-mapping={"timestamptz":"string","int8":"number","numeric":"number"}',
  ],
  { stdio: 'inherit' },
);
writeFileSync('server/migrations/schema.sql', await describeSchema(url));
