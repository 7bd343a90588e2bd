/*
 * `npm run lock`: adds optional packages for other platforms to package-lock.json if npm omitted them because its registry
 * doesn't have them. Without them, `npm ci` rejects the lock file. Their operating system and processor are parsed from
 * their names.
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

/** A package that the lock file refers to but doesn't contain. */
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

/** Returns the optional packages that an entry refers to and that can't be resolved from it. */
export function findMissing(lock: LockFile): MissingPackage[] {
  return Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !canFind(lock, parent, name))
      .map(([name, range]) => ({ parent, name, version: range.replace(/^[\^~]/, '') })),
  );
}

/** Searches the folders like Node: next to the package, then further up. */
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

/** Returns the lock file with all missing packages, in npm's order. */
export function complete(lock: LockFile): LockFile {
  const packages = { ...lock.packages };
  for (const missing of findMissing(lock)) {
    const outer = `node_modules/${missing.name}`;
    const packagePath = packages[outer] ? `${missing.parent}/${outer}` : outer;
    packages[packagePath] = toEntry(missing, lock.packages[missing.parent]?.dev === true);
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
