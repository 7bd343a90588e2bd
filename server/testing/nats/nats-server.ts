import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findNatsServer } from '#tools/find-nats-server.ts';

/** A NATS server on a free port of this machine. */
export interface TestNats {
  url: string;
  /** Ends it at once, with all its connections. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
}

const startupTimeout = 10_000;

async function startProcess(program: string, port: number) {
  const child = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  const chosen = await new Promise<number>((resolve, reject) => {
    const fail = () => reject(new Error(`The NATS server did not start:\n${output}`));
    const late = setTimeout(fail, startupTimeout);
    child.once('exit', fail);
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Listening for client connections on 127\.0\.0\.1:(\d+)[\s\S]*Server is ready/.exec(
        output,
      )?.[1];
      if (!found) return;
      clearTimeout(late);
      child.off('exit', fail);
      resolve(Number(found));
    });
  });
  return { child, port: chosen };
}

/** Starts a NATS server for a test file. Null without one on this machine: `npm test` installs it, and says why if it can't. */
export async function startNats(): Promise<TestNats | null> {
  const program = findNatsServer();
  if (!program) {
    process.stderr.write(
      'The tests with a NATS server are skipped: there is no nats-server on this machine.\n',
    );
    return null;
  }
  let running = await startProcess(program, -1);
  const { port } = running;
  return {
    url: `nats://127.0.0.1:${port}`,
    async kill() {
      const ended = once(running.child, 'exit');
      running.child.kill('SIGKILL');
      await ended;
    },
    async restart() {
      running = await startProcess(program, port);
    },
  };
}
