import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Call = { call: number; name: string; input: unknown };
type Response = { call: number; output?: unknown; error?: string };
export type Handlers = Record<string, (input: never) => unknown>;

/** The typed parent side of a child process that runs `serveParent`. */
export interface Child<H extends Handlers> {
  pid: number;
  call<N extends keyof H & string>(name: N, input: Parameters<H[N]>[0]): Promise<Awaited<ReturnType<H[N]>>>;
  /** Ends the process and waits for it to exit. */
  stop(): Promise<void>;
}

/** Starts one of the programs of this folder as a child process. */
export function startChild<H extends Handlers>(
  program: string,
  options: { env?: NodeJS.ProcessEnv; execArgv?: string[] } = {},
): Child<H> {
  const child: ChildProcess = fork(fileURLToPath(new URL(program, import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning', ...(options.execArgv ?? [])],
    env: { ...process.env, ...options.env },
  });
  const waiting = new Map<number, { resolve: (output: never) => void; reject: (error: Error) => void }>();
  let calls = 0;
  child.on('message', ({ call, output, error }: Response) => {
    const caller = waiting.get(call);
    waiting.delete(call);
    if (error !== undefined) caller?.reject(new Error(error));
    else caller?.resolve(output as never);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  ended.then(() => {
    for (const caller of waiting.values()) caller.reject(new Error(`${program} ended`));
  });
  return {
    pid: child.pid ?? 0,
    call: (name, input) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        child.send({ call: calls, name, input } satisfies Call);
      }),
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** In a child process: responds to the parent's calls, and calls `end` and exits when the parent disconnects. */
export function serveParent(handlers: Handlers, end: () => Promise<void> | void = () => {}): void {
  process.on('message', async ({ call, name, input }: Call) => {
    try {
      const output = await handlers[name]?.(input as never);
      process.send?.({ call, output } satisfies Response);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ call, error: text } satisfies Response);
    }
  });
  process.once('disconnect', async () => {
    await end();
    process.exit(0);
  });
}
