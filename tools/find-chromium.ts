import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser for the stories: CHROMIUM_PATH where it is set, else the usual places; null when there is none. */
export function findChromium(): string | null {
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path)) ?? null;
}

/** Finds the browser, installing Debian's where that is possible; throws a sentence that says what is missing. */
export function requireChromium(say: (line: string) => void): string {
  const found = findChromium();
  if (found) return found;
  const hint = 'Install chromium, or set CHROMIUM_PATH to a Chromium or Chrome.';
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error(`The stories need Chromium, which is not here. ${hint}`);
  if (process.getuid?.() !== 0) {
    throw new Error(
      `The stories need Chromium, and only root may install it: apt-get install chromium. ${hint}`,
    );
  }
  say('Installing Chromium from the packages of this system');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status, stderr } = spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed. ${hint}\n${stderr.slice(-1500)}`);
  }
  const installed = findChromium();
  if (!installed) throw new Error(`Chromium was installed but is not in a usual place. ${hint}`);
  return installed;
}
