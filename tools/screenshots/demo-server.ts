import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const longestStart = 180_000;

export interface DemoServer {
  address: string;
  stop(): Promise<void>;
}

async function isReady(address: string): Promise<boolean> {
  const response = await fetch(`${address}/api/health`).catch(() => null);
  return response?.ok ?? false;
}

/** Starts a server with new demo data in a folder that is deleted when it stops. */
export async function startDemoServer(): Promise<DemoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-screenshots-'));
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['tools/launch.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: '',
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const end = Date.now() + longestStart;
  while (!(await isReady(address))) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error('The demo server did not start.');
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return { address, stop };
}
