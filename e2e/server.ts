import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Maximum duration of a start including database recovery, in milliseconds. */
const startTimeout = 60_000;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (!address || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

/**
 * The real server with its own data folder and port, for tests that kill it. `kill` is `kill -9`: nothing is cleaned up,
 * and the next `start` uses the same data.
 */
export class RealServer {
  readonly url: string;
  readonly #port: number;
  readonly #dataDir: string;
  #child: ChildProcess | null = null;
  #output = '';
  #settings: NodeJS.ProcessEnv = {};

  private constructor(port: number) {
    this.#port = port;
    this.url = `http://localhost:${port}`;
    this.#dataDir = mkdtempSync(join(tmpdir(), 'hearth-e2e-'));
    // As root, another user runs PostgreSQL and must be able to enter the folder.
    chmodSync(this.#dataDir, 0o711);
  }

  /** `settle` returns further settings, once the address is known. */
  static async open(
    settle: (url: string) => Promise<NodeJS.ProcessEnv> = async () => ({}),
  ): Promise<RealServer> {
    const server = new RealServer(await freePort());
    server.#settings = await settle(server.url);
    await server.start();
    return server;
  }

  /** Starts the server and waits until it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/launch.ts'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(this.#port),
        DATA_DIR: this.#dataDir,
        DATABASE_URL: '',
        DEMO: 'off',
        LOG_LEVEL: 'warn',
        ...this.#settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#output = '';
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why}:\n${this.#output}`));
      const timer = setTimeout(() => fail('The server did not start in time'), startTimeout);
      const read = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (!this.#output.includes('Hearth is ready')) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', () => {
        clearTimeout(timer);
        fail('The server ended');
      });
    });
  }

  /** Kills the server. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops the server cleanly; the next `start` uses the same data. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Stops the server cleanly and deletes its data. */
  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
