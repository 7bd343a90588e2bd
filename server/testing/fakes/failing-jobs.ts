import type { Jobs } from '#server/platform/jobs/jobs.ts';

/** Returns a queue that takes no emails to these addresses, and how often it has refused one. */
export function failingJobs(jobs: Jobs, addresses: ReadonlySet<string>) {
  let failures = 0;
  const queue: Jobs = {
    ...jobs,
    async enqueue(tx, name, data, options) {
      if ('to' in data && addresses.has(String(data.to))) {
        failures += 1;
        throw new Error('This email cannot be queued');
      }
      await jobs.enqueue(tx, name, data, options);
    },
  };
  return { queue, failures: () => failures };
}
