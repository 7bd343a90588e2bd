import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Ends the processes that a killed launcher left running on a data folder, as gently as possible, and removes lock files
 * that refer to a process that isn't PostgreSQL. Call it only while holding the lock of the folder.
 * Resolves to true if there was something to clean up.
 */
export async function endLeftovers(cluster: string): Promise<boolean> {
  const lockFile = join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) return false;
  const recorded = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  await endProcesses(cluster, recorded);
  // A killed process keeps its pid for a moment, or forever if its parent doesn't wait for it, and the pid may belong to
  // another program by now. PostgreSQL would consider each of these a running server.
  await waitUntil(() => !isAlive(recorded), 500);
  if (processesOn(cluster, recorded).length === 0 && isAlive(recorded)) {
    const sockets = readdirSync(cluster).filter((name) => name.startsWith('.s.PGSQL.'));
    for (const name of ['postmaster.pid', ...sockets]) rmSync(join(cluster, name), { force: true });
  }
  return true;
}

async function endProcesses(cluster: string, recorded: number): Promise<void> {
  const allGone = () => processesOn(cluster, recorded).length === 0;
  if (processesOn(cluster, recorded).includes(recorded)) signal([recorded], 'SIGINT');
  // If the main process was killed, its helper processes detect that and end by themselves.
  if (await waitUntil(allGone, 10_000)) return;
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    signal(processesOn(cluster, recorded), name);
    if (await waitUntil(allGone, 3_000)) return;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the PostgreSQL processes of a data folder: all of them have it as their working directory. */
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

async function waitUntil(holds: () => boolean, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; ) {
    if (holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return holds();
}
