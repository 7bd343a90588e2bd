import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, PostgresError } from './postgres-paths.ts';

export const host = '127.0.0.1';

/** The data needed to connect to the server of a database folder. Stored in the folder, readable only by its owner. */
export interface Access {
  password: string;
  port: number;
  /** Whether the database `hearth` was created. */
  ready: boolean;
}

/** Reads the access data of a folder. Creates it with a new password if the folder is new. */
export function readAccess(dataDir: string, hasData: boolean): Access {
  const path = join(dataDir, 'access.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Access;
  if (hasData) {
    throw new PostgresError(
      `The database is there, but its password is not: bring back ${path} from a backup.`,
    );
  }
  const access = { password: randomBytes(24).toString('hex'), port: 0, ready: false };
  saveAccess(dataDir, access);
  return access;
}

export function saveAccess(dataDir: string, access: Access): void {
  const path = join(dataDir, 'access.json');
  writeFileSync(`${path}.new`, JSON.stringify(access), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export const address = (access: Access, database: string) =>
  `postgres://hearth:${access.password}@${host}:${access.port}/${database}`;

/** The address by the Unix socket in the data folder, which only a server without durability has. */
export const socketAddress = (access: Access, cluster: string, database: string) =>
  `postgres://hearth@${encodeURIComponent(cluster)}:${access.port}/${database}`;

/** Returns the options of `spawn` to run as an account. */
export function asAccount(account: Account | null) {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** The environment without PG* variables, which may be meant for another server. */
export const cleanEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
