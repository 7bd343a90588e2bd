import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, installPackage } from './debian-packages.ts';

const candidates = [
  '/usr/sbin/nats-server',
  '/usr/bin/nats-server',
  '/usr/local/bin/nats-server',
  '/opt/homebrew/bin/nats-server',
];
/** Written if it can't be installed here, so that each run doesn't try again. */
const unavailable = join('.runtime', 'no-nats-server');

/** Returns the NATS server for the tests, or null if there is none. */
export const findNatsServer = (): string | null => candidates.find((path) => existsSync(path)) ?? null;

/** Installs the NATS server for the tests, if there is none. Returns why that isn't possible, or null if there is one. */
export function installNatsServer(say: (line: string) => void): string | null {
  if (findNatsServer()) return null;
  if (!canInstallPackages()) return 'install nats-server to run them';
  if (existsSync(unavailable))
    return `nats-server could not be installed before; delete ${unavailable} to try again`;
  say('Installing the NATS server with the package manager');
  const problem = installPackage('nats-server');
  if (problem !== null) writeFileSync(unavailable, problem);
  return problem;
}
