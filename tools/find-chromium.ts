import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the browser for the end-to-end tests: CHROMIUM_PATH if set, else the first of the usual paths, or null. */
export function findChromium(): string | null {
  return [process.env.CHROMIUM_PATH, ...candidates].find((path) => path && existsSync(path)) ?? null;
}

/** Finds the browser, or installs Debian's if possible. Throws an error that says what is missing. */
export function requireChromium(say: (line: string) => void): string {
  const found = findChromium();
  if (found) return found;
  const hint = 'Install chromium, or set CHROMIUM_PATH to a Chromium or Chrome.';
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error(`The end-to-end tests need Chromium, which isn't installed. ${hint}`);
  if (process.getuid?.() !== 0) {
    throw new Error(
      `The end-to-end tests need Chromium, and only root can install it: apt-get install chromium. ${hint}`,
    );
  }
  say('Installing Chromium with the package manager');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status, stderr } = spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed. ${hint}\n${stderr.slice(-1500)}`);
  }
  const installed = findChromium();
  if (!installed) throw new Error(`Chromium was installed but not found in the usual paths. ${hint}`);
  return installed;
}
