/* Runs Hearth under Node 24: settings, database, server and shutdown. Started by `tools/start.mjs`. */
import { flushCompileCache } from 'node:module';
import type { RunningServer } from '#server/main.ts';
import { type Config, ConfigError, loadConfig } from '#server/platform/config.ts';
import { MigrationError } from '#server/platform/db/migration-error.ts';
import { giveBackMemoryWhenIdle } from '#server/platform/idle-memory.ts';
import { buildWeb, SetupError } from './bootstrap.mjs';
import { type EmbeddedPostgres, postgresFolder, startEmbeddedPostgres } from './postgres/postgres.ts';
import { PostgresError } from './postgres/postgres-paths.ts';
import { onStopRequest } from './stop-requests.ts';

/** Connections in addition to the pool: jobs, the live listener, someone using psql. */
const extraConnections = 40;

let postgres: EmbeddedPostgres | null = null;
let opening: Promise<string> | null = null;
let server: RunningServer | null = null;
let ending: Promise<never> | null = null;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Stops the server first, then the database, so that no running work loses its database. */
async function stopAll(code: number): Promise<never> {
  let isClean = true;
  try {
    await opening?.catch(() => null);
    postgres?.announceStop();
    await server?.stop();
  } catch (error) {
    process.stderr.write(`The server didn't shut down cleanly: ${String(error)}\n`);
    isClean = false;
  }
  await postgres?.stop();
  process.exit(isClean ? code : code || 1);
}

function end(code: number): Promise<never> {
  ending ??= stopAll(code);
  return ending;
}

const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** Prints the steps of the start like the start script: the name right away, the duration when the step is done. */
function progressLines() {
  let began: number | null = null;
  const finished: string[] = [];
  const finish = (remark = '') => {
    if (began !== null) print(`${secondsSince(began)}${remark}`);
    began = null;
    for (const line of finished.splice(0)) print(line);
  };
  /** Shows work that runs beside the steps on a line of its own, after the step during which it ends. */
  const beside = async (label: string, work: () => Promise<void>) => {
    const start = performance.now();
    await work();
    finished.push(`  ${label} ... ${secondsSince(start)}`);
    if (began === null) finish();
  };
  const begin = (label: string) => {
    finish();
    process.stdout.write(`  ${label.charAt(0).toUpperCase()}${label.slice(1)} ... `);
    began = performance.now();
  };
  return { begin, finish, beside };
}

/** Returns the URL of the database. Calls `onLaunch` as soon as nothing but waiting for it is left to do. */
async function openDatabase(
  config: Config,
  progress: ReturnType<typeof progressLines>,
  onLaunch: () => void,
): Promise<string> {
  if (config.databaseUrl) {
    onLaunch();
    return config.databaseUrl;
  }
  const remarks: string[] = [];
  progress.begin('Starting the database');
  postgres = await startEmbeddedPostgres({
    dataDir: postgresFolder(config.dataDir),
    maxConnections: config.databasePool + extraConnections,
    onRestart: print,
    onLaunch,
    log: (remark) => remarks.push(remark),
  });
  progress.finish(remarks.map((remark) => ` (${remark})`).join(''));
  postgres.ended.then((log) => {
    if (ending) return;
    process.stderr.write(
      `Hearth ends: the database ended by itself and couldn't be started again. The end of its log:\n${log}\n`,
    );
    end(1);
  });
  return postgres.url;
}

function announce(running: RunningServer): void {
  const seconds = ((Date.now() - Number(process.env.HEARTH_BEGAN ?? Date.now())) / 1000).toFixed(1);
  print('');
  print(`Hearth is ready after ${seconds} s: ${running.url}`);
  if (running.demoAccounts?.length) {
    print('');
    print('Log in to the demo as');
    for (const account of running.demoAccounts.slice(0, 2)) {
      print(`  ${account.email}  password ${account.password}  (${account.role})`);
    }
  }
  print('');
  print('Press Ctrl+C to stop.');
}

/** Returns a message that says what to do, or the stack of an unexpected error. */
function explain(error: unknown, config: Config | null): string {
  const explained = [ConfigError, PostgresError, MigrationError, SetupError];
  if (error instanceof Error && explained.some((kind) => error instanceof kind)) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return `Port ${config?.port} is taken. Choose another: npm start -- --port=4000`;
  if (code === 'EACCES' && config && config.port < 1024)
    return `You don't have permission to use port ${config.port}. Use a port above 1023.`;
  if (code === 'ECONNREFUSED' && config?.databaseUrl)
    return 'Nothing responds at DATABASE_URL. Is PostgreSQL running there?';
  if (code === '28P01') return 'DATABASE_URL: PostgreSQL rejected the user or password.';
  if (code === '3D000') return "DATABASE_URL: the database doesn't exist. Create it with createdb.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function run(): Promise<void> {
  let config: Config | null = null;
  try {
    config = loadConfig();
    const progress = progressLines();
    // Takes as long as filling the demo, and needs nothing of it.
    const built = config.roles.has('web') ? buildWeb(progress.beside) : Promise.resolve();
    built.catch(() => {});
    const launched = Promise.withResolvers<void>();
    opening = openDatabase(config, progress, launched.resolve);
    // Loads the server's modules while the database starts. Loading blocks everything else, so the database goes first.
    const [databaseUrl, { startServer }] = await Promise.all([
      opening,
      launched.promise.then(() => import('#server/main.ts')),
    ]);
    server = await startServer({ ...config, databaseUrl }, progress.begin, built);
    progress.finish();
    if (!ending) announce(server);
    // Written now, so that it isn't lost if the process is killed.
    flushCompileCache();
    if (!ending) giveBackMemoryWhenIdle();
  } catch (error) {
    if (ending) return;
    process.stderr.write(`\n${explain(error, config)}\n`);
    await end(1);
  }
}

onStopRequest(
  () => {
    print('\nStopping ...');
    end(0);
  },
  () => process.exit(130),
);
try {
  process.loadEnvFile('.env');
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
await run();
