import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages can be installed here: as root, on Debian or Ubuntu. */
export const canInstallPackages = (): boolean => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Installs a package of Debian or Ubuntu. Returns the error output, or null if it is installed. */
export function installPackage(name: string): string | null {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    const { status, stderr } = spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (status !== 0) return stderr.slice(-1500) || `apt-get ${args[0]} ended with ${status}`;
  }
  return null;
}
