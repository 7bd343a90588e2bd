import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without a user interface: the end-to-end tests need half the CPU time with it. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const candidates = [
  headlessShell,
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

/** Installs a package of Debian or Ubuntu. Returns the error output, or null if it is installed. */
function installPackage(name: string): string | null {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    const { status, stderr } = spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      timeout: 300_000,
    });
    if (status !== 0) return stderr.slice(-1500) || `apt-get ${args[0]} ended with ${status}`;
  }
  return null;
}

/** Finds the browser, or installs one if possible. Throws an error that says what is missing. */
export function requireChromium(say: (line: string) => void): string {
  const found = findChromium();
  const canInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  const isBest = found === headlessShell || found === process.env.CHROMIUM_PATH;
  if (found && (isBest || !canInstall)) return found;
  const hint = 'Install chromium-headless-shell or chromium, or set CHROMIUM_PATH to a Chromium or Chrome.';
  if (!canInstall)
    throw new Error(
      `The end-to-end tests need Chromium, and only root can install it, with apt-get. ${hint}`,
    );
  say("Installing Chromium's headless shell with the package manager");
  const problem = installPackage('chromium-headless-shell');
  if (problem === null && existsSync(headlessShell)) return headlessShell;
  if (found) return found;
  say('Installing Chromium with the package manager');
  const failure = installPackage('chromium');
  const installed = findChromium();
  if (!installed) throw new Error(`Chromium could not be installed. ${hint}\n${failure ?? problem ?? ''}`);
  return installed;
}
