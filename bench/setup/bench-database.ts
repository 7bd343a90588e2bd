import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#tools/postgres/postgres.ts';
import { type Child, startChild } from '../processes/child.ts';
import type { ServerChild } from '../processes/server-child.ts';
import {
  databaseFolder,
  emailOf,
  ensureGenerated,
  password,
  type SpaceSize,
  subdomainOf,
} from './generate.ts';

/** The database and the data folder of a separate server. */
export interface DataPaths {
  databaseUrl: string;
  dataDir: string;
}

/** Returns the folder in which the server keeps its files. */
export const serverFolder = (paths: DataPaths) => join(paths.dataDir, 'server');

/** The benchmark database, running as `npm start` runs it (durable). */
export interface BenchDatabase extends DataPaths {
  /** A connection for looking up data. */
  client: pg.Client;
  spaceId(posts: SpaceSize): Promise<string>;
  stop(): Promise<void>;
}

export async function openBenchDatabase(dataDir: string): Promise<BenchDatabase> {
  await ensureGenerated(dataDir, (line) => process.stdout.write(`${line}\n`));
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: databaseFolder(dataDir) });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return {
    databaseUrl: postgres.url,
    dataDir,
    client,
    async spaceId(posts) {
      const { rows } = await client.query<{ id: string }>('select id from spaces where subdomain = $1', [
        subdomainOf(posts),
      ]);
      const id = rows[0]?.id;
      if (!id) throw new Error(`There is no space of ${posts} posts; delete ${databaseFolder(dataDir)}`);
      return id;
    },
    async stop() {
      await client.end();
      await postgres.stop();
    },
  };
}

/**
 * Signs in at a running Hearth as one of the generated people (1 owns every space); returns their `Cookie` header. With
 * `address`, sent as a proxy would.
 */
export async function signInAt(url: string, member: number, address?: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(address && { 'x-forwarded-for': address }) },
    body: JSON.stringify({ email: emailOf(member), password }),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

export interface RunningHearth {
  url: string;
  child: Child<ServerChild>;
  /** Signs in as a generated member (member 1 owns every space) and returns their `Cookie` header. */
  signIn(member: number): Promise<string>;
  stop(): Promise<void>;
}

/** Starts Hearth in a child process. With `profileDir`, it writes a CPU profile there when it ends. */
export async function startHearth(
  paths: DataPaths,
  port: number,
  options: { profileDir?: string | undefined; settings?: Record<string, string> } = {},
): Promise<RunningHearth> {
  const profile = options.profileDir ? ['--cpu-prof', `--cpu-prof-dir=${options.profileDir}`] : [];
  // The flag that tools/start.mjs passes.
  const execArgv = ['--max-semi-space-size=8', ...profile];
  const child = startChild<ServerChild>('server-child.ts', { execArgv });
  const { url } = await child.call('start', {
    databaseUrl: paths.databaseUrl,
    dataDir: serverFolder(paths),
    port,
    ...(options.settings && { settings: options.settings }),
  });
  return {
    url,
    child,
    signIn: (member) => signInAt(url, member),
    stop: () => child.stop(),
  };
}
