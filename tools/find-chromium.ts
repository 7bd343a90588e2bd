import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, installPackage } from './debian-packages.ts';

/** Chromium without a user interface: the end-to-end tests need half the CPU time with it. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const debianChromium = '/usr/bin/chromium';

const candidates = [
  headlessShell,
  debianChromium,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the browser for the end-to-end tests: CHROMIUM_PATH if set, else the first of the usual paths, or null. Throws if
 * CHROMIUM_PATH doesn't exist.
 */
export function findChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen))
    throw new Error(`There is no file ${chosen}, which CHROMIUM_PATH names.`);
  return chosen || (candidates.find((path) => existsSync(path)) ?? null);
}

/** Returns a browser that can show notifications, which the headless shell can't; null if there is none. */
export function findWholeChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH;
  const whole = [...(chosen ? [chosen] : []), ...candidates].filter((path) => !path.includes('headless'));
  return whole.find((path) => existsSync(path)) ?? null;
}

/** Installs a package with a browser. Returns why that isn't possible, or null if it is installed. */
function installBrowser(name: string, label: string, say: (line: string) => void): string | null {
  // Written if it can't be installed here, so that each run doesn't try again.
  const unavailable = join('.runtime', `no-${name}`);
  if (existsSync(unavailable)) return `It could not be installed before. Delete ${unavailable} to try again.`;
  say(`Installing ${label} with the package manager`);
  const problem = installPackage(name);
  if (problem !== null) writeFileSync(unavailable, problem);
  return problem;
}

/**
 * Installs a browser that can show notifications, for the tests of push notifications, if there is none. Returns why that isn't
 * possible, or null if there is one.
 */
export function installWholeChromium(say: (line: string) => void): string | null {
  if (findWholeChromium() !== null) return null;
  if (!canInstallPackages()) return 'Only root can install Chromium, with apt-get.';
  return installBrowser('chromium', 'Chromium', say);
}

/**
 * Finds the browser, or installs one if possible. Installs the headless shell even where Debian's Chromium is installed.
 * Throws an error that says what is missing.
 */
export function requireChromium(say: (line: string) => void): string {
  const found = findChromium();
  const canInstall = canInstallPackages();
  if (found && (found !== debianChromium || !canInstall)) return found;
  const hint = 'Install chromium-headless-shell or chromium, or set CHROMIUM_PATH to a Chromium or Chrome.';
  if (!canInstall)
    throw new Error(
      `The end-to-end tests need Chromium, and only root can install it, with apt-get. ${hint}`,
    );
  const problem = installBrowser('chromium-headless-shell', "Chromium's headless shell", say);
  if (problem === null) return headlessShell;
  if (found) return found;
  const failure = installBrowser('chromium', 'Chromium', say);
  const installed = findChromium();
  if (!installed) throw new Error(`Chromium could not be installed. ${hint}\n${failure ?? problem}`);
  return installed;
}
