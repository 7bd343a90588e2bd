import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Disk } from './disk.ts';
import { isOk, type Product } from './product.ts';

export interface Fault {
  name: string;
  /** How often it ends the main process of the database, which Hearth restarts three times in ten minutes. */
  restarts: number;
  /** Causes the fault and ends it. Resolves when the database and the server are reachable again. */
  run(product: Product, disk: Disk): Promise<void>;
}

/** How long the database is paused, and how long the disk stays full, in seconds. */
const pausedFor = 6;
const fullFor = 5;

async function withClient<T>(product: Product, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: product.databaseUrl(),
    application_name: 'soak',
    connectionTimeoutMillis: 1_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Resolves when the database accepts connections and writes. */
async function untilDatabase(product: Product): Promise<void> {
  for (const until = performance.now() + 90_000; ; ) {
    try {
      await withClient(product, async (client) => {
        await client.query('begin; create temp table probe (n int) on commit drop; commit');
      });
      return;
    } catch (error) {
      if (performance.now() > until || product.unexpectedEnds.length > 0) throw error;
      await delay(25);
    }
  }
}

const signalAll = (pids: number[], signal: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
  }
};

async function restartDatabase(product: Product, signal: NodeJS.Signals): Promise<void> {
  const before = product.postmaster();
  process.kill(before, signal);
  while (isRunning(before)) await delay(10);
  await untilDatabase(product);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const faults: Fault[] = [
  {
    name: 'server killed and started',
    restarts: 0,
    async run(product) {
      await product.kill();
      await product.start();
    },
  },
  {
    name: 'one connection ended',
    restarts: 0,
    async run(product) {
      await withClient(product, async (client) => {
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hearth'
           order by state = 'idle in transaction' desc, random() limit 1`,
        );
      });
    },
  },
  {
    name: 'all connections ended',
    restarts: 0,
    async run(product) {
      await withClient(product, async (client) => {
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'hearth%'`,
        );
      });
    },
  },
  {
    name: 'database process killed',
    restarts: 0,
    async run(product) {
      const pid = await withClient(product, async (client) => {
        const { rows } = await client.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'hearth' order by random() limit 1`,
        );
        return rows[0]?.pid;
      });
      if (pid) process.kill(pid, 'SIGKILL');
      await delay(50);
      await untilDatabase(product);
    },
  },
  { name: 'database restarted', restarts: 1, run: (product) => restartDatabase(product, 'SIGINT') },
  { name: 'database killed', restarts: 1, run: (product) => restartDatabase(product, 'SIGKILL') },
  {
    name: 'database paused',
    restarts: 0,
    async run(product) {
      const pids = product.databaseProcesses();
      signalAll(pids, 'SIGSTOP');
      await delay(pausedFor * 1000);
      signalAll(pids, 'SIGCONT');
      await untilDatabase(product);
    },
  },
  {
    name: 'disk full',
    restarts: 1,
    async run(product, disk) {
      disk.fill();
      await delay(fullFor * 1000);
      disk.free();
      await untilDatabase(product);
      while (!(await isOk(`${product.url}/api/health/live`))) await delay(25);
    },
  },
];
