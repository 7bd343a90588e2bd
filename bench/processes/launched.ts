import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Hearth as `npm start` starts it, with the demo, in a data folder that is kept between runs. */
export interface Launched {
  url: string;
  /** Milliseconds from the command to the first served page. */
  readyMs: number;
  /** A demo account to sign in with, if this start found or created the demo. */
  account: { email: string; password: string } | null;
  /** Resident memory of the server process in bytes. */
  rss(): number;
  stop(): Promise<void>;
}

/** Returns the id of the server process that `parent` started. */
function serverPid(parent: number): number {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parentOf = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      if (Number(parentOf) === parent && command.includes('launch.ts')) return Number(name);
    } catch {
      // The process ended in the meantime.
    }
  }
  throw new Error('The server process cannot be found');
}

async function firstResponse(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${output()}`);
    const response = await fetch(url).catch(() => null);
    await response?.text();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function launch(dataDir: string, port: number): Promise<Launched> {
  const began = performance.now();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: join(dataDir, 'demo'),
      DATABASE_URL: '',
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await firstResponse(url, child, () => output);
  const readyMs = performance.now() - began;
  const pid = serverPid(child.pid ?? 0);
  const [, email = '', password = ''] = /(\S+@\S+)\s+password (\S+)/.exec(output) ?? [];
  return {
    url,
    readyMs,
    account: email ? { email, password } : null,
    rss: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
