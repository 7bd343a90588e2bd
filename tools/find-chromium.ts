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

/** Written if the headless shell can't be installed here, so that each run doesn't try again. */
const unavailable = join('.runtime', 'no-headless-shell');

/** Installs the headless shell. Returns why that isn't possible, or null if it is installed. */
function installHeadlessShell(say: (line: string) => void): string | null {
  if (existsSync(unavailable)) return `It could not be installed before. Delete ${unavailable} to try again.`;
  say("Installing Chromium's headless shell with the package manager");
  const problem = installPackage('chromium-headless-shell');
  if (problem !== null) writeFileSync(unavailable, problem);
  return problem;
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
  const problem = installHeadlessShell(say);
  if (problem === null) return headlessShell;
  if (found) return found;
  say('Installing Chromium with the package manager');
  const failure = installPackage('chromium');
  const installed = findChromium();
  if (!installed) throw new Error(`Chromium could not be installed. ${hint}\n${failure ?? problem}`);
  return installed;
}
