import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { address, readAccess, saveAccess } from './postgres-access.ts';
import { endLeftovers } from './postgres-cleanup.ts';
import { createDatabase, initialise, requireSameMajor } from './postgres-create.ts';
import { findPaths, PostgresError } from './postgres-paths.ts';
import { startOnFreePort, startOnSamePort, stopServer } from './postgres-run.ts';
import { type Supervised, superviseServer } from './postgres-supervise.ts';
import { type ProcessLock, waitForLock } from './process-lock.mjs';

export interface EmbeddedPostgresOptions {
  /** Folder for everything of this database. Made when missing. */
  dataDir: string;
  /** Most connections at once; 100 when not given. */
  maxConnections?: number;
  /** False for tests only: trades safety against power loss for speed. */
  durable?: boolean;
  /** Starts the server again when it ends by itself, at most three times in ten minutes; gets one sentence each time. */
  onRestart?: (sentence: string) => void;
  /** Hears of the rarer steps: making the database, recovering it. */
  log?: (step: string) => void;
}

export interface EmbeddedPostgres {
  /** Address of the database `hearth`, with its password. */
  url: string;
  /** Resolves when the server has ended for good, wanted or not; the text is the end of its log. */
  ended: Promise<string>;
  /** Tells a next start that this one is about to end, so that it waits instead of giving up. */
  announceStop(): void;
  /** Ends the server in order; resolves when nothing of it is left. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a folder, making the database there when it is empty. One server for each folder: throws
 * `PostgresError` naming the process that has it. What a killed process left running is ended first.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  // As root, another user runs the server and must be able to pass through these folders.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const lock = await takeFolder(dataDir);
  try {
    const place = findPaths(dataDir);
    const log = options.log ?? (() => {});
    const access = readAccess(dataDir, existsSync(place.cluster));
    if (!existsSync(place.cluster)) {
      log('made anew');
      access.ready = false;
      await initialise(place, access.password, options.durable ?? true);
    } else if (await endLeftovers(place.cluster)) {
      log('recovered after an unclean end');
    }
    requireSameMajor(place);
    const server = await startOnFreePort(dataDir, place, access, options);
    try {
      if (!access.ready) {
        await createDatabase(access);
        saveAccess(dataDir, { ...access, ready: true });
      }
    } catch (error) {
      await stopServer(server.child, server.ended);
      throw error;
    }
    const restart = async () => {
      await endLeftovers(place.cluster);
      return await startOnSamePort(dataDir, place, access, options);
    };
    const supervised = superviseServer(server, {
      restart: options.onRestart ? restart : null,
      log: options.onRestart ?? (() => {}),
    });
    return withLock(supervised, lock, address(access, 'hearth'));
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Waits a moment for a holder that is just dying, longer for one that says it is stopping. */
async function takeFolder(dataDir: string): Promise<ProcessLock> {
  const { lock, owner } = await waitForLock(join(dataDir, 'lock'), (holder, waitedMs) =>
    holder.pid === process.pid ? false : waitedMs < (holder.state === 'stopping' ? 20_000 : 1_500),
  );
  if (lock) return lock;
  throw new PostgresError(
    `Hearth already runs here, process ${owner.pid} (its data is in ${dataDir}). ` +
      'Stop that one first, or give this one another DATA_DIR. Several processes on one machine need one DATABASE_URL.',
  );
}

function withLock(server: Supervised, lock: ProcessLock, url: string): EmbeddedPostgres {
  // A process that ends without calling stop still tells the database to end in order.
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

/** Path of the folder that holds the database of a data folder. */
export const postgresFolder = (dataDir: string) => join(dataDir, 'postgres');
