import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, installPackage } from './debian-packages.ts';

const candidates = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg', '/opt/homebrew/bin/ffmpeg'];
/** Written if it can't be installed here, so that each run doesn't try again. */
const unavailable = join('.runtime', 'no-ffmpeg');

/** Returns ffmpeg for the tests, or null if there is none. */
export const findFfmpeg = (): string | null => candidates.find((path) => existsSync(path)) ?? null;

/** Installs ffmpeg for the tests, if there is none. Returns why that isn't possible, or null if there is one. */
export function installFfmpeg(say: (line: string) => void): string | null {
  if (findFfmpeg()) return null;
  if (!canInstallPackages()) return 'install ffmpeg to run them';
  if (existsSync(unavailable))
    return `ffmpeg could not be installed before; delete ${unavailable} to try again`;
  say('Installing ffmpeg with the package manager');
  const problem = installPackage('ffmpeg');
  if (problem !== null) writeFileSync(unavailable, problem);
  return problem;
}
