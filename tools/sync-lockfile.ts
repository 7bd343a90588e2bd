/*
 * `npm run lock`: adds to package-lock.json the packages that a dependency names for other kinds of machines and
 * that npm left out because the registry it asked did not have them. Without them `npm ci` refuses the lock file.
 * Their operating system and processor are read from their names, as native packages are named by them.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

/** A package that the lock file names but does not describe. */
export interface MissingPackage {
  parent: string;
  name: string;
  version: string;
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

/** Every optional package that some entry names and that cannot be found from there. */
export function findMissing(lock: LockFile): MissingPackage[] {
  return Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !canFind(lock, parent, name))
      .map(([name, range]) => ({ parent, name, version: range.replace(/^[\^~]/, '') })),
  );
}

/** Looks in the folders where Node would look: beside the package, then further out. */
function canFind(lock: LockFile, parent: string, name: string): boolean {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function toEntry(missing: MissingPackage, dev: boolean): LockEntry {
  const copy = missing.name.split(/[/-]/);
  const cpu = processors.find((candidate) => copy.includes(candidate));
  const os = systems.find((candidate) => copy.includes(candidate));
  const libc = copy.includes('musl') ? 'musl' : copy.includes('gnu') ? 'glibc' : undefined;
  if (!cpu)
    throw new Error(
      `The name ${missing.name} does not tell its processor; describe it in the lock file by hand.`,
    );
  return {
    version: missing.version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}

/** The lock file with every missing package described, in npm's own order. */
export function complete(lock: LockFile): LockFile {
  const packages = { ...lock.packages };
  for (const missing of findMissing(lock)) {
    const outer = `node_modules/${missing.name}`;
    const place = packages[outer] ? `${missing.parent}/${outer}` : outer;
    packages[place] = toEntry(missing, lock.packages[missing.parent]?.dev === true);
  }
  const sorted = Object.entries(packages).sort(([left], [right]) => left.localeCompare(right, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
  const missing = findMissing(lock);
  if (missing.length > 0) writeFileSync('package-lock.json', `${JSON.stringify(complete(lock), null, 2)}\n`);
  process.stdout.write(`package-lock.json: ${missing.length} packages for other machines added.\n`);
}
