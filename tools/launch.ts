/* Runs Hearth under Node 24: settings, database, server, and an orderly end. Started by `tools/start.mjs`. */
import type { RunningServer } from '#server/main.ts';
import { type Config, ConfigError, loadConfig } from '#server/platform/config.ts';
import { type EmbeddedPostgres, postgresFolder, startEmbeddedPostgres } from './postgres.ts';
import { PostgresError } from './postgres-place.ts';
import { onStopRequest } from './stop-requests.ts';

/** Connections beside each process's pool: jobs, the live listener, a person looking with psql. */
const extraConnections = 40;

let postgres: EmbeddedPostgres | null = null;
let server: RunningServer | null = null;
let ending: Promise<never> | null = null;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The server first, then the database: nothing may lose its database while it still works. */
async function endEverything(code: number): Promise<never> {
  try {
    postgres?.announceStop();
    await server?.stop();
  } catch (error) {
    process.stderr.write(`The server did not end in order: ${String(error)}\n`);
  }
  await postgres?.stop();
  process.exit(code);
}

function end(code: number): Promise<never> {
  ending ??= endEverything(code);
  return ending;
}

/** Times a step of the start and shows it, as the steps before it were shown. */
async function timed<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  say(`  ${label} ... ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

async function openDatabase(config: Config): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  postgres = await timed('Starting the database', () =>
    startEmbeddedPostgres({
      dataDir: postgresFolder(config.dataDir),
      maxConnections: config.databasePool + extraConnections,
      log: (step) => say(`  ${step}`),
    }),
  );
  postgres.ended.then((log) => {
    if (ending) return;
    process.stderr.write(`The database ended by itself. Its last words:\n${log}\n`);
    end(1);
  });
  return postgres.url;
}

/** Each step that the server reports is shown with its duration once the next one begins. */
function progressLines() {
  let current: { label: string; began: number } | null = null;
  const finish = () => {
    if (current) say(`  ${current.label} ... ${((performance.now() - current.began) / 1000).toFixed(1)} s`);
    current = null;
  };
  return {
    finish,
    report: (label: string) => {
      finish();
      current = { label: label.charAt(0).toUpperCase() + label.slice(1), began: performance.now() };
    },
  };
}

function announce(running: RunningServer): void {
  const seconds = ((Date.now() - Number(process.env.HEARTH_BEGAN ?? Date.now())) / 1000).toFixed(1);
  say('');
  say(`Hearth is ready after ${seconds} s: ${running.url}`);
  if (running.demoAccounts?.length) {
    say('');
    say('Sign in to the demo as');
    for (const account of running.demoAccounts.slice(0, 2)) {
      say(`  ${account.email}  password ${account.password}  (${account.role})`);
    }
  }
  say('');
  say('Ctrl-C ends it.');
}

/** What went wrong, in words a person can act on; the stack only where it is our own mistake. */
function explain(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError || error instanceof PostgresError) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return `Port ${config?.port} is taken. Choose another: npm start -- --port=4000`;
  if (code === 'EACCES' && config && config.port < 1024)
    return `Port ${config.port} needs more rights. Use one above 1023.`;
  if (code === 'ECONNREFUSED' && config?.databaseUrl)
    return 'Nothing answers at DATABASE_URL. Is PostgreSQL running there?';
  if (code === '28P01') return 'DATABASE_URL: PostgreSQL refuses that user or password.';
  if (code === '3D000') return 'DATABASE_URL: that database does not exist. Make it with createdb.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function run(): Promise<void> {
  let config: Config | null = null;
  try {
    config = loadConfig();
    const opening = openDatabase(config);
    // The server's modules load while the database starts.
    const [databaseUrl, { startServer }] = await Promise.all([opening, import('#server/main.ts')]);
    const progress = progressLines();
    server = await startServer({ ...config, databaseUrl }, progress.report);
    progress.finish();
    if (!ending) announce(server);
  } catch (error) {
    if (ending) return;
    process.stderr.write(`\n${explain(error, config)}\n`);
    await end(1);
  }
}

onStopRequest(
  () => {
    say('\nEnding ...');
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
