import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresFolder } from '#tools/postgres/postgres.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startTimeout = 180_000;

/** Hearth with production settings and the embedded database, in separate processes that can be killed. */
export class Product {
  readonly url: string;
  readonly #dataDir: string;
  readonly #port: number;
  #child: ChildProcess | null = null;
  #ending = false;
  /** All lines that it printed. */
  readonly lines: string[] = [];
  /** Unexpected exits, with the last lines before each. */
  readonly unexpectedEnds: string[] = [];

  constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    this.#ending = false;
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4', 'tools/launch.ts'],
      {
        cwd: root,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          PORT: String(this.#port),
          HOST: '127.0.0.1',
          PUBLIC_URL: this.url,
          DATA_DIR: this.#dataDir,
          DATABASE_URL: '',
          DEMO: 'off',
          LOG_LEVEL: 'warn',
          RATE_LIMITS: 'off',
          LINK_PREVIEWS: 'off',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => this.lines.push(...chunk.toString().split('\n').filter(Boolean)));
    }
    child.once('exit', (code, signal) => {
      if (!this.#ending) {
        const last = this.lines.slice(-8).join('\n');
        this.unexpectedEnds.push(`The server ended by itself (${signal ?? code}):\n${last}`);
      }
    });
    for (const until = performance.now() + startTimeout; ; ) {
      if (await isOk(`${this.url}/api/health`)) return;
      if (performance.now() > until || child.exitCode !== null)
        throw new Error(`The server didn't start:\n${this.lines.slice(-20).join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#ending = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  databaseUrl(): string {
    const access = JSON.parse(readFileSync(join(postgresFolder(this.#dataDir), 'access.json'), 'utf8')) as {
      password: string;
      port: number;
    };
    return `postgres://hearth:${access.password}@127.0.0.1:${access.port}/hearth`;
  }

  postmaster(): number {
    return Number(readFileSync(join(this.#cluster(), 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Returns the processes of the database. */
  databaseProcesses(): number[] {
    const cluster = this.#cluster();
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => {
        try {
          return readlinkSync(`/proc/${name}/cwd`) === cluster;
        } catch {
          return false;
        }
      })
      .map(Number);
  }

  #cluster(): string {
    return join(postgresFolder(this.#dataDir), 'cluster');
  }
}

export async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}
