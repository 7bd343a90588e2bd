import type { Plugin } from 'vitest/config';
import { ForksPoolWorker, type PoolOptions, type PoolWorker } from 'vitest/node';

type Listener = Parameters<PoolWorker['on']>[1];
type Request = Parameters<PoolWorker['send']>[0];

/** A process is replaced after so many runs, because each run leaves a few listeners and objects in it. */
const runsPerProcess = 50;
/** Vitest starts a file before it has stopped the one before it. */
const spareProcesses = 2;

interface KeptProcess {
  worker: ForksPoolWorker;
  runs: number;
}

/** The processes that wait for the next run, by project and environment: a page can't be removed from a process. */
const waiting = new Map<string, KeptProcess[]>();

function waitingFor({ project, environment }: PoolOptions): KeptProcess[] {
  const key = `${project.name} ${environment.name}`;
  const known = waiting.get(key);
  if (known) return known;
  const none: KeptProcess[] = [];
  waiting.set(key, none);
  return none;
}

/**
 * A worker of Vitest whose process is used again by the next run of the project: packages stay loaded, and so do modules
 * and servers of projects without isolation. A process that is stopped during a run is ended: it may be in an endless loop.
 */
class KeptWorker implements PoolWorker {
  readonly name = 'forks';
  readonly cacheFs = true;
  readonly #waiting: KeptProcess[];
  readonly #kept: KeptProcess;
  readonly #listeners: { event: string; listener: Listener }[] = [];
  #isRunning = false;

  constructor(options: PoolOptions) {
    this.#waiting = waitingFor(options);
    this.#kept = this.#waiting.pop() ?? { worker: new ForksPoolWorker(options), runs: 0 };
  }

  readonly #noteEnd = (message: { type?: string } | null) => {
    if (message?.type === 'testfileFinished') this.#isRunning = false;
  };

  on(event: string, listener: Listener): void {
    this.#listeners.push({ event, listener });
    this.#kept.worker.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#kept.worker.off(event, listener);
  }

  /** The process doesn't get the request to stop: it would close its page and listen to no further requests. */
  send(request: Request): void {
    if (request.type === 'run') this.#isRunning = true;
    if (request.type !== 'stop') this.#kept.worker.send(request);
    else queueMicrotask(() => this.#receive({ type: 'stopped', __vitest_worker_response__: true }));
  }

  #receive(response: object): void {
    for (const { event, listener } of this.#listeners) if (event === 'message') listener(response);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  async start(): Promise<void> {
    if (this.#kept.runs === 0) await this.#kept.worker.start();
    this.#kept.runs += 1;
    this.on('message', this.#noteEnd);
  }

  async stop(): Promise<void> {
    for (const { event, listener } of this.#listeners) this.off(event, listener);
    const isReusable = !this.#isRunning && this.#kept.runs < runsPerProcess;
    if (isReusable && this.#waiting.length < spareProcesses) this.#waiting.push(this.#kept);
    else await this.#kept.worker.stop();
  }
}

const keptWorkers = {
  name: 'kept',
  createPoolWorker: (options: PoolOptions): PoolWorker => new KeptWorker(options),
};

/** Ends the processes that wait for another run. */
async function endKeptWorkers(): Promise<void> {
  for (const processes of waiting.values()) {
    for (const { worker } of processes.splice(0)) await worker.stop();
  }
}

/** Makes a project run its test files in processes that are used again, so that packages are loaded once for many files. */
export const keepWorkers: Plugin = {
  name: 'keep-workers',
  configureVitest({ vitest, project }) {
    project.config.pool = 'kept';
    project.config.poolRunner = keptWorkers;
    vitest.onClose(endKeptWorkers);
  },
};
