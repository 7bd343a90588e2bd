import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ProcessLock, waitForLock } from '../process-lock.mjs';
import { address, readAccess, saveAccess } from './postgres-access.ts';
import { endLeftovers } from './postgres-cleanup.ts';
import { createDatabase, initialise, requireSameMajor } from './postgres-create.ts';
import { findPaths, PostgresError } from './postgres-paths.ts';
import { startOnFreePort, startOnSamePort, stopServer } from './postgres-run.ts';
import { type Supervised, superviseServer } from './postgres-supervise.ts';

export interface EmbeddedPostgresOptions {
  /** The folder for all files of this database. Created if it doesn't exist. */
  dataDir: string;
  /** Maximum number of connections. Default: 100. */
  maxConnections?: number;
  /** False only for tests: faster, but not safe against power loss. */
  durable?: boolean;
  /** Further settings of the server, such as `autovacuum=off`. */
  settings?: readonly string[];
  /** If set, the server is restarted when it ends by itself, at most three times in ten minutes. Gets a sentence each time. */
  onRestart?: (sentence: string) => void;
  /** Called when the process of the server runs, but isn't ready yet; again after a restart. */
  onLaunch?: () => void;
  /** Gets a remark about rare steps: creating or recovering the database. */
  log?: (step: string) => void;
}

export interface EmbeddedPostgres {
  /** The URL of the database `hearth`, with its password. */
  url: string;
  /** Resolves with the end of the log when the server has stopped for good, intentionally or not. */
  ended: Promise<string>;
  /** Announces the shutdown, so that another start waits instead of failing. */
  announceStop(): void;
  /** Shuts the server down cleanly. Resolves when all its processes have ended. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a folder, and creates the database if the folder is empty. Only one server can use a folder:
 * otherwise throws a `PostgresError` with the process that uses it. Ends processes that a killed one left running.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  // As root, another user runs the server and must be able to enter these folders.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const lock = await takeFolder(dataDir);
  try {
    const paths = findPaths(dataDir);
    const log = options.log ?? (() => {});
    const access = readAccess(dataDir, existsSync(paths.cluster));
    if (!existsSync(paths.cluster)) {
      log('created');
      access.ready = false;
      await initialise(paths, access.password, options.durable ?? true);
    } else if (await endLeftovers(paths.cluster)) {
      log('recovered after an unclean shutdown');
    }
    requireSameMajor(paths);
    const server = await startOnFreePort(dataDir, paths, access, options);
    try {
      if (!access.ready) {
        await createDatabase(access, paths.cluster);
        saveAccess(dataDir, { ...access, ready: true });
      }
    } catch (error) {
      await stopServer(server.child, server.ended);
      throw error;
    }
    const restart = async () => {
      await endLeftovers(paths.cluster);
      return await startOnSamePort(dataDir, paths, access, options);
    };
    const supervised = superviseServer(server, {
      restart: options.onRestart ? restart : null,
      log: options.onRestart ?? (() => {}),
    });
    return withLock(supervised, lock, address(access, paths.cluster, 'hearth'));
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Waits a moment for a process that may just be ending, and longer for one that announced its shutdown. */
async function takeFolder(dataDir: string): Promise<ProcessLock> {
  const { lock, owner } = await waitForLock(join(dataDir, 'lock'), (holder, waitedMs) =>
    holder.pid === process.pid ? false : waitedMs < (holder.state === 'stopping' ? 20_000 : 1_500),
  );
  if (lock) return lock;
  throw new PostgresError(
    `Hearth already runs here, process ${owner.pid} (its data is in ${dataDir}). ` +
      'Stop it first, or set another DATA_DIR. Several processes on one machine need the same DATABASE_URL.',
  );
}

function withLock(server: Supervised, lock: ProcessLock, url: string): EmbeddedPostgres {
  // If the process ends without calling stop, the database still shuts down cleanly.
  process.on('exit', server.signalStop);
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    lock.mark('stopping');
    await server.stop();
    process.off('exit', server.signalStop);
    lock.release();
  };
  return {
    url,
    ended: server.ended,
    announceStop: () => lock.mark('stopping'),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Returns the database folder of a data folder. */
export const postgresFolder = (dataDir: string) => join(dataDir, 'postgres');
