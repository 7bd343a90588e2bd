import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A separate database. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database: a clone of the migrated template, or an empty one without any migration. Copying the files takes half the
 * CPU time of the default, which writes each page to the log.
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabaseUrl'));
  const templateName = empty ? 'template0' : template.pathname.slice(1);
  const name = `test_${randomBytes(8).toString('hex')}`;
  const maintenance = new URL(template);
  maintenance.pathname = '/postgres';
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onServer(
        maintenance.href,
        `create database ${name} template ${pg.escapeIdentifier(templateName)} strategy file_copy`,
      );
      break;
    } catch (error) {
      // The template is being cloned by another test file: try again.
      if (attempt >= 50 || (error as { code?: string }).code !== '55006') throw error;
    }
  }
  const url = new URL(template);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(maintenance.href, `drop database if exists ${name} with (force)`),
  };
}
