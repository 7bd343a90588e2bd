import pg from 'pg';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

/** Returns a queue whose statement times out for emails to these addresses, and how often it did. */
export function failingJobs(jobs: Jobs, addresses: ReadonlySet<string>) {
  let failures = 0;
  const queue: Jobs = {
    ...jobs,
    async enqueue(tx, name, data, options) {
      if ('to' in data && addresses.has(String(data.to))) {
        failures += 1;
        throw Object.assign(new pg.DatabaseError('canceling statement', 0, 'error'), { code: '57014' });
      }
      await jobs.enqueue(tx, name, data, options);
    },
  };
  return { queue, failures: () => failures };
}
