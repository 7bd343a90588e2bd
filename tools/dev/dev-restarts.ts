import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';

/** The message of a server that is ready. */
export interface ServerReady {
  demoAccounts: { email: string; password: string; role: string }[];
}

/** The development server: one process at a time, restarted after a change. */
export interface RestartingServer {
  /** Resolves when the current server is ready. Keeps waiting during restarts, even failed ones. */
  whenReady(): Promise<ServerReady>;
  stop(): Promise<void>;
}

const sources = ['server/src', 'server/seed', 'server/migrations', 'contract/src'];
/** Waits for more changes: editors write a file in several steps, and "save all" writes many. Milliseconds. */
const settleMs = 80;

/** Runs tools/dev/dev-server.ts with `env` and replaces it when a source changes. */
export function startRestartingServer(env: NodeJS.ProcessEnv, say: (line: string) => void): RestartingServer {
  let child: ChildProcess | null = null;
  let ready = Promise.withResolvers<ServerReady>();
  let settling: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let stopped = false;

  const begin = (): void => {
    const started = spawn(process.execPath, ['tools/dev/dev-server.ts'], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = started;
    started.on('message', (message) => ready.resolve((message as { ready: ServerReady }).ready));
    started.on('exit', (code) => {
      if (child === started && !stopped && code !== 0)
        say('The server has stopped. It starts again after the next change.');
    });
  };
  const end = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    await gone;
  };
  const restart = async (): Promise<void> => {
    const began = performance.now();
    const waiting = ready;
    const next = Promise.withResolvers<ServerReady>();
    ready = next;
    next.promise.then(waiting.resolve);
    await end();
    if (stopped) return;
    begin();
    // A later start also resolves the promises of earlier ones. Only the start that succeeded is reported.
    next.promise.then(() => {
      if (ready === next) say(`Server restarted in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    });
  };

  const watchers = sources.filter(existsSync).map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (!name || !/\.(ts|sql)$/.test(name) || /\.test\.ts$/.test(name)) return;
      clearTimeout(settling);
      settling = setTimeout(() => {
        turn = turn.then(restart);
      }, settleMs);
    }),
  );
  begin();
  return {
    whenReady: () => ready.promise,
    async stop() {
      stopped = true;
      clearTimeout(settling);
      for (const watcher of watchers) watcher.close();
      await turn;
      await end();
    },
  };
}
