/** The process that holds a lock. */
export interface LockOwner {
  pid: number;
  token: string | null;
  state: 'running' | 'stopping';
}

export interface ProcessLock {
  /** Tells those who wait what this process is doing. */
  mark(state: 'running' | 'stopping'): void;
  release(): void;
}

type LockResult = { lock: ProcessLock; owner: null } | { lock: null; owner: LockOwner };

/** Takes the lock at `path`, or says who holds it. A lock whose process is gone is taken over. */
export function tryLock(path: string): LockResult;

/** Takes the lock, waiting for its holder as long as `patience` answers true. */
export function waitForLock(
  path: string,
  patience: (owner: LockOwner, waitedMs: number) => boolean,
): Promise<LockResult>;
