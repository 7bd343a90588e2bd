import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import { afterCommit } from '../db/after-commit.ts';
import { createPool, type Db, type Tx } from '../db/database.ts';
import { toDatabaseError } from '../db/database-errors.ts';
import type { Logger } from '../log.ts';
import { reportUnavailable } from '../unavailable.ts';

/** A kind of job. A handler may run twice for the same job and must have the same result. */
export interface JobKind<Data extends object = object> {
  name: string;
  /** `stopping` is aborted when the process stops: a run that takes longer than a few seconds should end early then. */
  run: (data: Data, stopping?: AbortSignal) => Promise<void>;
  /** Five cron fields in UTC, for scheduled jobs. */
  schedule?: string;
  /**
   * Runs in every process with the jobs role, this many seconds after it ended, without the queue: for what is due at any
   * moment. Runs of several processes must not disturb each other. It can't be enqueued.
   */
  everySeconds?: number;
  /** Also runs when a process with the jobs role starts. */
  runsAtStart?: boolean;
  /** How often a failing job is retried. Default: 5. The wait starts at 5 s and doubles. */
  retries?: number;
  /** Set for jobs that mostly wait for another server: they run concurrently, all others one after another. */
  isWaiting?: boolean;
  /** How long a queued job waits at most until it starts, in milliseconds; two seconds by default. */
  pollEvery?: number;
}

/** Jobs of one kind that are fetched together. If there are that many, the next batch follows right away. */
const batchSize = 10;
/**
 * Seconds without a heartbeat after which a job is retried: its process ended, or the database was unavailable when it
 * completed.
 */
const heartbeat = 30;
/**
 * How often the queue is polled while it is empty, in milliseconds: for jobs of other processes, retries and jobs whose time
 * has come.
 */
const pollEvery = 2_000;

export interface EnqueueOptions {
  /** A user is waiting for it: it runs before other jobs of its kind. */
  isUrgent?: boolean;
  /** An ISO timestamp before which it doesn't run. */
  startAfter?: string;
  /** Its UUID. A second job with the same one isn't queued. */
  id?: string;
}

export interface Jobs {
  /**
   * Queues a job in a transaction. The job exists only if the transaction commits. If this process runs jobs, it starts right
   * after the commit, otherwise when the queue is polled.
   */
  enqueue(tx: Db, name: string, data: object, options?: EnqueueOptions): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the queue. With `work`, this process also runs the handlers. */
export async function startJobs(input: {
  databaseUrl: string;
  kinds: JobKind<never>[];
  work: boolean;
  log: Logger;
}): Promise<Jobs> {
  const { log, kinds, work } = input;
  const pool = createPool(input.databaseUrl, 3, { applicationName: 'hearth-jobs', plain: true });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => executeSql(pool, log, text, values) },
    schema: 'jobs',
    supervise: work,
    schedule: work,
    // The monitor skips a pass that comes earlier than its interval. With half the interval, it skips none.
    monitorIntervalSeconds: heartbeat / 2,
    superviseIntervalSeconds: heartbeat,
  });
  // The queue emits copies of errors as plain objects.
  boss.on('error', (error: Error & Partial<ReportedFailure>) => {
    if (!error.isReported) log.error({ err: error }, 'the job queue failed');
  });
  try {
    await boss.start();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const timers: Timer[] = [];
  /** For each kind that this process runs, what makes its worker look at the queue at once. */
  const wakes = new Map<string, () => void>();
  const stopping = new AbortController();
  const { signal } = stopping;
  for (const kind of kinds) {
    if (kind.everySeconds !== undefined) {
      if (work) timers.push(startTimer(kind, kind.everySeconds, { log, signal }));
      continue;
    }
    await createQueue(boss, kind);
    if (work) wakes.set(kind.name, await startWorker(boss, kind, { log, signal }));
  }
  return {
    async enqueue(tx, name, data, { isUrgent = false, ...options } = {}) {
      await boss.send(name, data, {
        priority: isUrgent ? 1 : 0,
        ...options,
        db: {
          executeSql: async (text: string, values: unknown[] = []) => {
            const query = sql.raw(text);
            const result = await tx.executeQuery({
              ...query.compile(tx),
              parameters: values,
            });
            return { rows: result.rows };
          },
        },
      });
      const wake = options.startAfter === undefined && wakes.get(name);
      if (!wake) return;
      if (tx.isTransaction) await afterCommit(tx as Tx, wake);
      else wake();
    },
    async stop() {
      stopping.abort();
      await Promise.all(timers.map((timer) => timer.stop()));
      try {
        await boss.stop({ graceful: true, timeout: 5_000 });
      } catch (error) {
        if (!reportUnavailable(log, error)) throw error;
      } finally {
        await pool.end();
      }
    },
  };
}

async function createQueue(boss: PgBoss, kind: JobKind<never>): Promise<void> {
  const options = {
    retryLimit: kind.retries ?? 5,
    retryDelay: 5,
    retryBackoff: true,
    heartbeatSeconds: heartbeat,
  };
  await boss.createQueue(kind.name, options);
  // Also updates queues that an earlier version created.
  await boss.updateQueue(kind.name, options);
}

interface Timer {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

interface RunContext {
  log: Logger;
  /** Aborted when the process stops. */
  signal: AbortSignal;
}

/** Runs a kind of job again and again. A failure is logged. */
function startTimer(kind: JobKind<never>, seconds: number, { log, signal }: RunContext): Timer {
  let running: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout>;
  const schedule = () => {
    timer = setTimeout(() => {
      running = kind
        .run({} as never, signal)
        .catch((error: unknown) => {
          if (!reportUnavailable(log, error)) log.warn({ err: error, job: kind.name }, 'a job failed');
        })
        .then(() => {
          if (!signal.aborted) schedule();
        });
    }, seconds * 1000);
  };
  schedule();
  return {
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Runs the jobs of a kind, and queues those that it schedules or runs at the start. Returns a function that makes the worker
 * look for jobs at once.
 */
async function startWorker(boss: PgBoss, kind: JobKind<never>, context: RunContext): Promise<() => void> {
  const worker = await boss.work(
    kind.name,
    {
      pollingIntervalSeconds: (kind.pollEvery ?? pollEvery) / 1000,
      batchSize,
      burstWhenBatchFull: true,
      perJobResults: true,
    },
    async (jobs) => {
      if (kind.isWaiting) return await Promise.all(jobs.map((job) => runJob(kind, job, context)));
      const results: JobResult[] = [];
      for (const job of jobs) results.push(await runJob(kind, job, context));
      return results;
    },
  );
  if (kind.schedule) await boss.schedule(kind.name, kind.schedule, {}, { tz: 'UTC' });
  // Processes that start at the same time queue only one job.
  if (kind.runsAtStart) await boss.send(kind.name, {}, { singletonKey: 'start', singletonSeconds: 600 });
  return () => boss.notifyWorker(worker);
}

/** Runs one job. A failure is logged and becomes part of the result, so that the queue retries the job. */
async function runJob(
  kind: JobKind<never>,
  job: Job<unknown>,
  { log, signal }: RunContext,
): Promise<JobResult> {
  try {
    await kind.run(job.data as never, signal);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    if (!reportUnavailable(log, error)) log.warn({ err: error, job: kind.name, id: job.id }, 'a job failed');
    return { id: job.id, status: 'failed', output: { message: String(error) } };
  }
}

interface ReportedFailure {
  /** Whether the error is temporary and was already counted and logged. */
  isReported: boolean;
}

async function executeSql(
  pool: Pool,
  log: Logger,
  text: string,
  values?: unknown[],
): Promise<{ rows: unknown[] }> {
  try {
    return await pool.query(text, values);
  } catch (cause) {
    const error = toDatabaseError(cause);
    const isReported = reportUnavailable(log, error);
    throw error instanceof Error ? Object.assign(error, { isReported } satisfies ReportedFailure) : error;
  }
}
