import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import type { Logger } from '../log.ts';

/** A kind of background work. Handlers may run twice for one job and must end in the same state. */
export interface JobKind<Data extends object = object> {
  name: string;
  run: (data: Data) => Promise<void>;
  /** Five cron fields in UTC, for jobs that run by the clock. */
  schedule?: string;
  /** How often a failing job is tried again; waits grow from 5 s. */
  retries?: number;
}

export interface Jobs {
  /** Queues work inside a transaction: the job exists only if it commits. */
  enqueue(tx: Db, name: string, data: object): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the queue; `work` also runs its handlers in this process. */
export async function startJobs(input: {
  databaseUrl: string;
  kinds: JobKind<never>[];
  work: boolean;
  log: Logger;
}): Promise<Jobs> {
  const { log, kinds, work } = input;
  const boss = new PgBoss({
    connectionString: input.databaseUrl,
    application_name: 'hearth-jobs',
    schema: 'jobs',
    max: 3,
    supervise: work,
    schedule: work,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue met an error'));
  await boss.start();
  for (const kind of kinds) {
    await boss.createQueue(kind.name, { retryLimit: kind.retries ?? 5, retryDelay: 5, retryBackoff: true });
    if (!work) continue;
    await boss.work(kind.name, { pollingIntervalSeconds: 2, batchSize: 1 }, async (jobs) => {
      for (const job of jobs) {
        log.debug({ job: kind.name, id: job.id }, 'job');
        await kind.run(job.data as never);
      }
    });
    if (kind.schedule) await boss.schedule(kind.name, kind.schedule, {}, { tz: 'UTC' });
  }
  return {
    async enqueue(tx, name, data) {
      await boss.send(name, data, {
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
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000, close: true });
    },
  };
}
