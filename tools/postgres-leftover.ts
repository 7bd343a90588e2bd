import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Ends what a killed launcher left running on a data folder, in the gentlest way that works, and removes a lock
 * file that names a process which is none of PostgreSQL's. Only call while holding the folder's own lock.
 * Resolves to true when there was something to clean up.
 */
export async function endLeftovers(cluster: string): Promise<boolean> {
  const lockFile = join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) return false;
  const recorded = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  const running = processesOn(cluster, recorded);
  if (running.includes(recorded)) {
    signal([recorded], 'SIGINT');
    if (await allGone(cluster, recorded, 10_000)) return true;
  } else if (running.length > 0 && (await allGone(cluster, recorded, 3_000))) {
    // The main process was killed; its helpers notice that and end by themselves.
    return true;
  }
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    signal(processesOn(cluster, recorded), name);
    if (await allGone(cluster, recorded, 3_000)) break;
  }
  // A number that now belongs to another process (or to a dead one nobody collected) would stop PostgreSQL forever.
  if (existsSync(lockFile) && isAlive(recorded) && processesOn(cluster, recorded).length === 0)
    rmSync(lockFile);
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The processes that work in a data folder: every one of PostgreSQL's has it as its working directory. */
function processesOn(cluster: string, recorded: number): number[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(recorded)], { encoding: 'utf8' });
    return stdout?.includes(cluster) ? [recorded] : [];
  }
  const real = realpathSync(cluster);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && workingFolder(pid) === real);
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function allGone(cluster: string, recorded: number, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; ) {
    if (processesOn(cluster, recorded).length === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return processesOn(cluster, recorded).length === 0;
}
