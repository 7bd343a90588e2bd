import pg from 'pg';
import { connectionOptions } from './database.ts';

const queries = {
  columns: `select table_name || '.' || column_name || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || column_default, '') || case when is_identity = 'YES' then ' identity' else '' end as line
    from information_schema.columns c
    join pg_attribute a on a.attrelid = ('public.' || quote_ident(c.table_name))::regclass and a.attname = c.column_name
    where table_schema = 'public' order by table_name, ordinal_position`,
  constraints: `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`,
  indexes: `select indexdef as line from pg_indexes where schemaname = 'public' order by indexname`,
  functions: `select pg_get_functiondef(oid) as line from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
  triggers: `select pg_get_triggerdef(oid) as line from pg_trigger where not tgisinternal order by tgname`,
};

/** Returns the public schema as text, in a stable order. It is committed as schema.sql, and a test compares them. */
export async function describeSchema(databaseUrl: string): Promise<string> {
  const client = new pg.Client(connectionOptions(databaseUrl, 'hearth-schema'));
  client.on('error', () => {});
  await client.connect();
  try {
    const parts: string[] = [];
    for (const [title, query] of Object.entries(queries)) {
      const { rows } = await client.query(query);
      parts.push(`-- ${title}\n${rows.map((row) => row.line).join('\n')}\n`);
    }
    return parts.join('\n');
  } finally {
    await client.end();
  }
}
