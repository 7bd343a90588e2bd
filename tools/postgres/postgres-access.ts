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
  /** Set in this run if the file system of the folder has no Unix sockets, as some that are shared with a virtual machine. */
  noSocket?: true;
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
  const { noSocket: _, ...saved } = access;
  writeFileSync(`${path}.new`, JSON.stringify(saved), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The longest address of a Unix socket, in bytes, that all systems accept. */
const maxSocketPath = 100;

/**
 * Whether programs reach the server by a Unix socket in its data folder, which costs less than TCP. Only its user can enter
 * that folder.
 */
export const hasSocket = ({ noSocket }: Access, cluster: string) =>
  !noSocket &&
  process.platform !== 'win32' &&
  Buffer.byteLength(join(cluster, '.s.PGSQL.65535')) <= maxSocketPath;

export const address = (access: Access, cluster: string, database: string) =>
  `postgres://hearth:${access.password}@${hasSocket(access, cluster) ? encodeURIComponent(cluster) : host}:${access.port}/${database}`;

/** Returns the options of `spawn` to run as an account. */
export function asAccount(account: Account | null) {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** The environment without PG* variables, which may be meant for another server. */
export const cleanEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
