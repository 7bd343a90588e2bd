import { spawn } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Access, address, asAccount, cleanEnvironment } from './postgres-access.ts';
import { makePrivateFolder, PostgresError, type PostgresPaths } from './postgres-paths.ts';

/** Makes the data in a folder beside and renames it, so a cut-off first start leaves nothing half made. */
export async function initialise(place: PostgresPaths, password: string, durable: boolean): Promise<void> {
  const work = `${place.cluster}.new`;
  const passwordFile = `${place.cluster}.password`;
  rmSync(work, { recursive: true, force: true });
  makePrivateFolder(work, place.account);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid);
  try {
    const init = spawn(
      join(place.programs, 'bin', 'initdb'),
      [
        ...['-D', work, '-U', 'hearth', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'],
        ...[
          '--builtin-locale=C.UTF-8',
          '--auth=scram-sha-256',
          `--pwfile=${passwordFile}`,
          '--set=timezone=UTC',
        ],
        ...(durable ? [] : ['--no-sync']),
      ],
      { cwd: '/', env: cleanEnvironment, stdio: ['ignore', 'pipe', 'pipe'], ...asAccount(place.account) },
    );
    let said = '';
    init.stdout.on('data', (chunk) => {
      said += chunk;
    });
    init.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const code = await new Promise<number | null>((resolveCode, reject) => {
      init.on('error', reject);
      init.on('close', resolveCode);
    });
    if (code !== 0) throw new PostgresError(`The database could not be made:\n${said.trim().slice(-2000)}`);
    renameSync(work, place.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** A newer PostgreSQL cannot read an older one's data: says so instead of failing in its words. */
export function requireSameMajor(place: PostgresPaths): void {
  const made = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  if (existsSync(join(place.programs, 'share', 'postgresql', 'postgres.bki'))) {
    const bki = readFileSync(join(place.programs, 'share', 'postgresql', 'postgres.bki'), 'utf8').slice(
      0,
      40,
    );
    const ours = /PostgreSQL (\d+)/.exec(bki)?.[1];
    if (ours && ours !== made) {
      throw new PostgresError(
        `The database in ${place.cluster} was made by PostgreSQL ${made}; this version brings ${ours}. ` +
          'Carry it over with pg_dump and pg_restore of that version.',
      );
    }
  }
}

/** Makes the database `hearth` where it is missing. */
export async function createDatabase(access: Access): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: address(access, 'postgres') });
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'hearth'");
    if (found.rowCount === 0) await client.query('CREATE DATABASE hearth');
  } finally {
    await client.end();
  }
}
