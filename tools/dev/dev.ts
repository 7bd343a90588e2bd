/* `npm run dev`: the database, a server that restarts when its sources change, and Vite in front. */
import { type AddressInfo, createServer } from 'node:net';
import { ConfigError, loadConfig } from '#server/platform/config.ts';
import { type EmbeddedPostgres, postgresFolder, startEmbeddedPostgres } from '../postgres/postgres.ts';
import { PostgresError } from '../postgres/postgres-paths.ts';
import { onStopRequest } from '../stop-requests.ts';
import { type RestartingServer, startRestartingServer } from './dev-restarts.ts';
import { startDevWeb } from './dev-web.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
let postgres: EmbeddedPostgres | null = null;
let server: RestartingServer | null = null;
let closeWeb: (() => Promise<void>) | null = null;

async function end(code: number): Promise<never> {
  postgres?.announceStop();
  await closeWeb?.();
  await server?.stop();
  await postgres?.stop();
  process.exit(code);
}

/** Finds a port that the server keeps across restarts, so that the proxy doesn't need a new one. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function run(): Promise<void> {
  const config = loadConfig();
  const began = performance.now();
  const connections = config.databasePool + 60;
  if (!config.databaseUrl) {
    postgres = await startEmbeddedPostgres({
      dataDir: postgresFolder(config.dataDir),
      maxConnections: connections,
      onRestart: print,
    });
  }
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const serverPort = await freePort();
  server = startRestartingServer(
    {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: config.databaseUrl ?? postgres?.url,
      HOST: '127.0.0.1',
      PORT: String(serverPort),
      PUBLIC_URL: origin,
    },
    print,
  );
  const vite = await startDevWeb({
    port: config.port,
    host: config.host,
    origin,
    brandName: config.brandName,
    serverAddress: `http://127.0.0.1:${serverPort}`,
    whenReady: server.whenReady,
  });
  closeWeb = () => vite.close();
  const { demoAccounts } = await server.whenReady();
  print(
    `\nHearth for development is ready after ${((performance.now() - began) / 1000).toFixed(1)} s: ${origin}`,
  );
  for (const account of demoAccounts)
    print(`  ${account.email}  password ${account.password}  (${account.role})`);
  print('Both sides reload when a file changes. Press Ctrl+C to stop.');
}

onStopRequest(
  () => end(0),
  () => process.exit(130),
);
try {
  process.loadEnvFile('.env');
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
try {
  await run();
} catch (error) {
  const known = error instanceof ConfigError || error instanceof PostgresError;
  process.stderr.write(
    `\n${error instanceof Error ? (known ? error.message : error.stack) : String(error)}\n`,
  );
  await end(1);
}
