import { spawn } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Access, address, asAccount, cleanEnvironment } from './postgres-access.ts';
import { makePrivateFolder, PostgresError, type PostgresPaths } from './postgres-paths.ts';

/** Creates the data in a temporary folder and renames it, so that an interrupted first start leaves nothing incomplete. */
export async function initialise(paths: PostgresPaths, password: string, durable: boolean): Promise<void> {
  const work = `${paths.cluster}.new`;
  const passwordFile = `${paths.cluster}.password`;
  rmSync(work, { recursive: true, force: true });
  makePrivateFolder(work, paths.account);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (paths.account) chownSync(passwordFile, paths.account.uid, paths.account.gid);
  try {
    const init = spawn(
      join(paths.programs, 'bin', 'initdb'),
      [
        ...['-D', work, '-U', 'hearth', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'],
        ...[
          '--builtin-locale=C.UTF-8',
          '--auth-host=scram-sha-256',
          // Without durability, it's for tests.
          `--auth-local=${durable ? 'scram-sha-256' : 'trust'}`,
          `--pwfile=${passwordFile}`,
          '--set=timezone=UTC',
        ],
        ...(durable ? [] : ['--no-sync']),
      ],
      { cwd: '/', env: cleanEnvironment, stdio: ['ignore', 'pipe', 'pipe'], ...asAccount(paths.account) },
    );
    let output = '';
    init.stdout.on('data', (chunk) => {
      output += chunk;
    });
    init.stderr.on('data', (chunk) => {
      output += chunk;
    });
    const code = await new Promise<number | null>((resolveCode, reject) => {
      init.on('error', reject);
      init.on('close', resolveCode);
    });
    if (code !== 0) throw new PostgresError(`Couldn't create the database:\n${output.trim().slice(-2000)}`);
    renameSync(work, paths.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Throws a clear error if the data was created by another major version, which PostgreSQL can't read. */
export function requireSameMajor(paths: PostgresPaths): void {
  const made = readFileSync(join(paths.cluster, 'PG_VERSION'), 'utf8').trim();
  if (existsSync(join(paths.programs, 'share', 'postgresql', 'postgres.bki'))) {
    const bki = readFileSync(join(paths.programs, 'share', 'postgresql', 'postgres.bki'), 'utf8').slice(
      0,
      40,
    );
    const ours = /PostgreSQL (\d+)/.exec(bki)?.[1];
    if (ours && ours !== made) {
      throw new PostgresError(
        `The database in ${paths.cluster} was created by PostgreSQL ${made}; this version includes ${ours}. ` +
          'Move the data with pg_dump and pg_restore of that version.',
      );
    }
  }
}

/** Creates the database `hearth` if it doesn't exist. */
export async function createDatabase(access: Access, cluster: string): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: address(access, cluster, 'postgres') });
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'hearth'");
    if (found.rowCount === 0) await client.query('CREATE DATABASE hearth');
  } finally {
    await client.end();
  }
}
