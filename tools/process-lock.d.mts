/** The process that holds a lock. */
export interface LockOwner {
  pid: number;
  token: string | null;
  state: 'running' | 'stopping';
}

export interface ProcessLock {
  /** Announces the state of this process to waiting ones. */
  mark(state: 'running' | 'stopping'): void;
  release(): void;
}

type LockResult = { lock: ProcessLock; owner: null } | { lock: null; owner: LockOwner };

/** Takes the lock at `path`, or returns its owner. The lock of a process that has ended is taken over. */
export function tryLock(path: string): LockResult;

/** Takes the lock. Waits for its owner as long as `patience` returns true. */
export function waitForLock(
  path: string,
  patience: (owner: LockOwner, waitedMs: number) => boolean,
): Promise<LockResult>;
