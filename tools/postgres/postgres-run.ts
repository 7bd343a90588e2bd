import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type Access, asAccount, cleanEnvironment, hasSocket, host, saveAccess } from './postgres-access.ts';
import { PostgresError, type PostgresPaths } from './postgres-paths.ts';

const logLimit = 5_000_000;

/** Options of one run of the server. */
export interface RunOptions {
  maxConnections?: number;
  durable?: boolean;
  /** Further settings of the server, such as `autovacuum=off`. */
  settings?: readonly string[];
  /** Called after each time that the process was started. */
  onLaunch?: () => void;
}

export interface StartedServer {
  child: ChildProcess;
  ended: Promise<string>;
}

/** Uses the port of the last run if it is free, so that other tools find the database again. */
export async function startOnFreePort(
  dataDir: string,
  paths: PostgresPaths,
  access: Access,
  options: RunOptions,
): Promise<StartedServer> {
  const wantedPort = access.port;
  for (let attempt = 0; ; attempt++) {
    const port = await freePort(attempt === 0 ? wantedPort : 0);
    if (port !== access.port) {
      access.port = port;
      saveAccess(dataDir, access);
    }
    const { server, failure } = await tryPort(dataDir, paths, access, options);
    if (server) return server;
    if (isSocketRefused(failure) && !access.noSocket) {
      access.noSocket = true;
    } else if (!isPortTaken(failure) || attempt >= 4) {
      throw new PostgresError(`PostgreSQL did not start:\n${failure}`);
    }
  }
}

/** Starts the server again at the same address. Waits up to ten seconds if the port is in use. */
export async function startOnSamePort(
  dataDir: string,
  paths: PostgresPaths,
  access: Access,
  options: RunOptions,
): Promise<StartedServer> {
  for (const until = performance.now() + 10_000; ; ) {
    const { server, failure } = await tryPort(dataDir, paths, access, options);
    if (server) return server;
    if (!isPortTaken(failure) || performance.now() > until)
      throw new PostgresError(`PostgreSQL did not start:\n${failure}`);
    await new Promise((next) => setTimeout(next, 250));
  }
}

const isPortTaken = (failure: string) => /could not create any TCP\/IP sockets/.test(failure);
const isSocketRefused = (failure: string) => /could not create any Unix-domain sockets/.test(failure);

async function tryPort(dataDir: string, paths: PostgresPaths, access: Access, options: RunOptions) {
  const server = launch(join(dataDir, 'postgres.log'), paths, access, options);
  options.onLaunch?.();
  const failure = await Promise.race([server.ended, whenReady(paths.cluster, server.child)]);
  return failure === null ? { server, failure: '' } : { server: null, failure };
}

/** Returns `wanted` if the port is free, else one that the system chooses. */
async function freePort(wanted: number): Promise<number> {
  const probe = createServer();
  try {
    return await new Promise<number>((resolvePort, reject) => {
      probe.once('error', reject);
      probe.listen(wanted, host, () => resolvePort((probe.address() as AddressInfo).port));
    });
  } catch (error) {
    if (wanted === 0) throw error;
    return freePort(0);
  } finally {
    if (probe.listening) await new Promise((closed) => probe.close(closed));
  }
}

const batch = ['/usr/bin/chrt', '-b', '0'] as const;

/** Whether this account can run programs as batch work: with `chrt`, and not from a service that forbids it. */
export function canRunBatchWork(account: PostgresPaths['account']): boolean {
  const [chrt, ...args] = batch;
  const options = { cwd: '/', env: cleanEnvironment, ...asAccount(account) };
  return spawnSync(chrt, [...args, '/bin/true'], { ...options, stdio: 'ignore' }).status === 0;
}

/**
 * Returns the command that runs a program as batch work, if the account can: a database process that gets a statement then doesn't
 * take the core from the server, which has more to send.
 */
function asBatchWork(account: PostgresPaths['account'], program: string, args: string[]): [string, string[]] {
  const [chrt, ...options] = batch;
  return canRunBatchWork(account) ? [chrt, [...options, program, ...args]] : [program, args];
}

const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

function launch(logFile: string, paths: PostgresPaths, access: Access, options: RunOptions): StartedServer {
  const settings = [
    ...[`listen_addresses=${host}`, `port=${access.port}`],
    ...[
      `max_connections=${options.maxConnections ?? 100}`,
      'shared_buffers=128MB',
      'effective_cache_size=512MB',
    ],
    ...['work_mem=8MB', 'maintenance_work_mem=64MB', 'max_wal_size=512MB', 'random_page_cost=1.1', 'jit=off'],
    ...['huge_pages=off', 'log_checkpoints=off', 'lc_messages=C'],
    `unix_socket_directories=${hasSocket(access, paths.cluster) ? paths.cluster : ''}`,
    ...(options.durable === false ? notDurable : ['synchronous_commit=on']),
    ...(options.settings ?? []),
  ];
  const began = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const output = openSync(logFile, began > logLimit ? 'w' : 'a', 0o600);
  // In its own session, so that Ctrl+C in the terminal stops Hearth first and the database last.
  const [program, args] = asBatchWork(paths.account, join(paths.programs, 'bin', 'postgres'), [
    ...['-D', paths.cluster],
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const child = spawn(program, args, {
    cwd: '/',
    env: cleanEnvironment,
    detached: true,
    stdio: ['ignore', output, output],
    ...asAccount(paths.account),
  });
  closeSync(output);
  const ended = new Promise<string>((resolveEnd) => {
    child.on('error', (error) => resolveEnd(error.message));
    child.on('exit', () =>
      resolveEnd(
        readFileSync(logFile, 'utf8')
          .slice(began > logLimit ? 0 : began)
          .slice(-2000),
      ),
    );
  });
  return { child, ended };
}

/** Reads the state of PostgreSQL from the eighth line of its lock file. */
async function whenReady(cluster: string, child: ChildProcess): Promise<null> {
  const file = join(cluster, 'postmaster.pid');
  while (child.exitCode === null && child.signalCode === null) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return null;
    await new Promise((next) => setTimeout(next, 10));
  }
  return new Promise(() => {});
}

/** Requests a fast shutdown, after ten seconds an immediate one, and after five more kills the process. */
export async function stopServer(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, patience] of steps) {
    child.kill(signal);
    let timer: NodeJS.Timeout | undefined;
    const patienceOver = new Promise<false>((over) => {
      timer = setTimeout(() => over(false), patience);
    });
    const gone = await Promise.race([ended.then(() => true), patienceOver]);
    clearTimeout(timer);
    if (gone) return;
  }
}
