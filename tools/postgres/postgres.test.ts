import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';
import { canRunBatchWork } from './postgres-run.ts';

const isRoot = process.getuid?.() === 0;
let base: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const launched: ChildProcess[] = [];
const elsewhere: string[] = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'hearth-postgres-'));
  chmodSync(base, 0o755);
  dataDir = join(base, 'postgres');
});

afterEach(async () => {
  for (const child of launched.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
  for (const server of running.splice(0)) await server.stop();
  for (const folder of [base, ...elsewhere.splice(0)]) rmSync(folder, { recursive: true, force: true });
});

async function start(folder = dataDir, onRestart?: (sentence: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, ...(onRestart && { onRestart }) });
  running.push(server);
  return server;
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a second process that uses the folder like the launcher. Resolves once its database is ready. */
function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const source = `
    import { startEmbeddedPostgres } from '${fileURLToPath(new URL('./postgres.ts', import.meta.url))}';
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
    process.stdout.write(server.url + '\\n');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  });
  launched.push(child);
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve({ child, url: String(chunk).trim() }));
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  });
}

async function kill(pid: number, child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  process.kill(pid, 'SIGKILL');
  if (pid === child.pid) await gone;
}

const postmasterOf = (cluster: string) =>
  Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('The embedded PostgreSQL', () => {
  it('reports its launch before it is ready, so that other work can go on meanwhile', async () => {
    const steps: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir, onLaunch: () => steps.push('launched') });
    steps.push('ready');
    running.push(server);
    expect(steps).toEqual(['launched', 'ready']);
  });

  it('creates a private database on the first start and uses it again on the second', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    const [settings] = await ask(
      first.url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('synchronous_commit') AS commit,
        current_setting('fsync') AS fsync, current_setting('listen_addresses') AS listens,
        inet_server_addr() IS NULL AS is_socket`,
    );
    expect(settings).toEqual({
      encoding: 'UTF8',
      commit: 'on',
      fsync: 'on',
      listens: '127.0.0.1',
      is_socket: true,
    });
    expect(statSync(join(dataDir, 'cluster')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'access.json')).mode & 0o777).toBe(0o600);
    await expect(ask(first.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
    await first.stop();
    expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false);

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('can be fast instead of durable, with further settings', async () => {
    const server = await startEmbeddedPostgres({ dataDir, durable: false, settings: ['autovacuum=off'] });
    running.push(server);
    const settings = `SELECT current_setting('fsync') AS fsync, current_setting('autovacuum') AS autovacuum`;
    expect(await ask(server.url, settings)).toEqual([{ fsync: 'off', autovacuum: 'off' }]);
    expect(statSync(join(dataDir, 'cluster')).mode & 0o777).toBe(0o700);
  });

  it.skipIf(!canRunBatchWork(null))('takes no core from the server that sends it statements', async () => {
    await start();
    // The 41st field is the scheduling policy; 3 is SCHED_BATCH.
    const fields = readFileSync(`/proc/${postmasterOf(join(dataDir, 'cluster'))}/stat`, 'utf8').split(' ');
    expect(fields[40]).toBe('3');
  });

  it('is reached by TCP if its folder is too deep for a socket', async () => {
    const server = await start(join(base, 'd'.repeat(100), 'postgres'));
    expect(await ask(server.url, 'SELECT inet_server_addr()::text AS address')).toEqual([
      { address: '127.0.0.1/32' },
    ]);
  });

  it('is reached by TCP if its folder cannot hold a socket', async () => {
    const first = await start();
    const { port } = new URL(first.url);
    await first.stop();
    mkdirSync(join(dataDir, 'cluster', `.s.PGSQL.${port}`));
    const second = await start();
    expect(await ask(second.url, 'SELECT inet_server_addr()::text AS address')).toEqual([
      { address: '127.0.0.1/32' },
    ]);
  });

  it('uses another port if its own is in use', async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    await first.stop();
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    try {
      const second = await start();
      expect(Number(new URL(second.url).port)).not.toBe((other.address() as AddressInfo).port);
      expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });

  it('reports the process that already uses the folder', async () => {
    const { child } = await startElsewhere();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `Hearth already runs here, process ${child.pid} `,
    );
  });

  it('ends the processes of a killed launcher and keeps committed data', async () => {
    const { child, url } = await startElsewhere();
    await ask(url, 'CREATE TABLE kept AS SELECT 8 AS n');
    const left = postmasterOf(join(dataDir, 'cluster'));
    await kill(child.pid ?? 0, child);
    expect(() => process.kill(left, 0)).not.toThrow();

    const server = await start();
    expect(postmasterOf(join(dataDir, 'cluster'))).not.toBe(left);
    expect(await ask(server.url, 'SELECT n FROM kept')).toEqual([{ n: 8 }]);
  });

  it('recovers after both the launcher and PostgreSQL were killed', async () => {
    const { child, url } = await startElsewhere();
    await ask(url, 'CREATE TABLE kept AS SELECT 9 AS n');
    const postmaster = postmasterOf(join(dataDir, 'cluster'));
    await kill(child.pid ?? 0, child);
    await kill(postmaster, child);

    const server = await start();
    expect(await ask(server.url, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
  });

  it('starts over if creating the database was interrupted', async () => {
    mkdirSync(join(dataDir, 'cluster.new', 'base'), { recursive: true });
    const server = await start();
    expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(dataDir, 'cluster.new'))).toBe(false);
  });

  it('reports when PostgreSQL ends by itself', async () => {
    const server = await start();
    process.kill(postmasterOf(join(dataDir, 'cluster')), 'SIGTERM');
    expect(await server.ended).toContain('smart shutdown');
  });

  /** Resolves once the database replies again. */
  const untilBack = (url: string) =>
    vi.waitFor(async () => expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]), {
      timeout: 50_000,
      interval: 50,
    });

  it('is restarted at the same address after it was killed, and reports it in one sentence', async () => {
    const sentences: string[] = [];
    const server = await start(dataDir, (sentence) => sentences.push(sentence));
    await ask(server.url, 'CREATE TABLE kept AS SELECT 11 AS n');
    const killed = postmasterOf(join(dataDir, 'cluster'));
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(sentences).toHaveLength(1), { timeout: 50_000 });
    expect(sentences[0]).toMatch(
      /^The database ended by itself and is running again after \d+\.\d s \(restart 1 of at most 3 in ten minutes\)\.$/,
    );
    expect(await ask(server.url, 'SELECT n FROM kept')).toEqual([{ n: 11 }]);
    await server.stop();
    expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false);
    expect(sentences).toHaveLength(1);
  });

  it('recovers by itself if one of its processes is killed', async () => {
    const sentences: string[] = [];
    const server = await start(dataDir, (sentence) => sentences.push(sentence));
    const main = postmasterOf(join(dataDir, 'cluster'));
    const client = new pg.Client({ connectionString: server.url });
    const lost = new Promise<Error>((resolve) => client.on('error', resolve));
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await lost;
    await untilBack(server.url);
    expect(postmasterOf(join(dataDir, 'cluster'))).toBe(main);
    expect(sentences).toEqual([]);
  });

  it('stays down after the third restart in ten minutes', async () => {
    const sentences: string[] = [];
    const server = await start(dataDir, (sentence) => sentences.push(sentence));
    for (let time = 1; time <= 3; time += 1) {
      process.kill(postmasterOf(join(dataDir, 'cluster')), 'SIGKILL');
      await vi.waitFor(() => expect(sentences).toHaveLength(time), { timeout: 50_000 });
    }
    process.kill(postmasterOf(join(dataDir, 'cluster')), 'SIGKILL');
    await server.ended;
    expect(sentences).toHaveLength(3);
  }, 180_000);

  it.runIf(isRoot)('keeps its data elsewhere when its user cannot enter the folder', async () => {
    chmodSync(base, 0o700);
    const first = await start();
    const cluster = readFileSync(join(dataDir, 'location'), 'utf8').trim();
    elsewhere.push(dirname(cluster));
    expect(cluster.startsWith(base)).toBe(false);
    expect(statSync(cluster).uid).not.toBe(0);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 10 AS n');
    await first.stop();

    const second = await start();
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 10 }]);
    expect(existsSync(join(dataDir, 'cluster'))).toBe(false);
  });
});
