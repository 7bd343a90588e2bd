import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The whole program as people start it, with the demo, on a data folder. */
export interface RunningProgram {
  url: string;
  /** From the call to the line that says it is ready, in seconds. */
  readySeconds: number;
  /** Resident memory of the server process (all roles; PostgreSQL is a process of its own), in MB. */
  residentMegabytes(): number;
  stop(): Promise<void>;
}

const ready = /is ready after .*: (http:\S+)/;

/** Starts `tools/start.mjs` on a folder and waits until it is ready. */
export async function startProgram(dataDir: string, port: number): Promise<RunningProgram> {
  const began = performance.now();
  const child: ChildProcess = spawn(process.execPath, ['tools/start.mjs'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const found = ready.exec(output)?.[1];
      if (found) resolve(found);
    });
    ended.then(() => reject(new Error(`Hearth ended before it was ready:\n${output}`)));
  });
  return {
    url,
    readySeconds: (performance.now() - began) / 1000,
    residentMegabytes: () => megabytesOf(serverPid(child.pid ?? 0)),
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** The process that runs tools/launch.ts: the started one itself, or its child. */
function serverPid(pid: number): number {
  const line = (id: number) => readFileSync(`/proc/${id}/cmdline`, 'utf8');
  return [pid, ...childrenOf(pid)].find((id) => line(id).includes('launch.ts')) ?? pid;
}

function megabytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
