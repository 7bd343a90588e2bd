/*
 * A lock that a process holds as long as it runs. It is a file with the process id, created as a hard link, so that it
 * appears completely or not at all. Plain JavaScript, because the start script uses it with any version of Node.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Returns a token that differs from that of a later process with the same pid; null if there is no such process. */
function processToken(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return null;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
    } catch {
      return null;
    }
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function readOwner(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Takes the lock at `path`, or returns its owner. The lock of a process that has ended is taken over.
 * Returns `{ lock, owner: null }` or `{ lock: null, owner: { pid, state } }`.
 */
export function tryLock(path) {
  const mine = `${path}.${process.pid}`;
  const write = (state) =>
    writeFileSync(mine, JSON.stringify({ pid: process.pid, token: processToken(process.pid), state }), {
      mode: 0o600,
    });
  write('running');
  try {
    for (;;) {
      try {
        linkSync(mine, path);
        rmSync(mine, { force: true });
        return { owner: null, lock: heldLock(path, mine, write) };
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const owner = readOwner(path);
      if (owner && processToken(owner.pid) === owner.token) return { lock: null, owner };
      setAside(path, `${mine}.stale`);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Removes the lock of an ended process. If another process has replaced it in the meantime, restores that one. */
function setAside(path, aside) {
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  const owner = readOwner(aside);
  if (owner && processToken(owner.pid) === owner.token) {
    try {
      linkSync(aside, path);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
  rmSync(aside, { force: true });
}

function heldLock(path, mine, write) {
  return {
    /** Announces the state of this process to waiting ones: 'running' or 'stopping'. */
    mark(state) {
      write(state);
      renameSync(mine, path);
    },
    release() {
      if (readOwner(path)?.pid === process.pid) rmSync(path, { force: true });
    },
  };
}

/**
 * Takes the lock. Waits for its owner as long as `patience(owner, waitedMs)` returns true.
 * Returns what `tryLock` returns.
 */
export async function waitForLock(path, patience) {
  const began = Date.now();
  for (;;) {
    const result = tryLock(path);
    if (result.lock || !patience(result.owner, Date.now() - began)) return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
