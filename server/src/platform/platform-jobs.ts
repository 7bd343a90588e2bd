import { sendEmailJob } from './email/send-email.job.ts';
import { deleteOldHits } from './http/limits/rate-limit.queries.ts';
import type { JobKind } from './jobs/jobs.ts';
import { maintainLiveEvents } from './live/live.queries.ts';
import type { Platform } from './platform.ts';

/** Jobs that belong to no feature. */
export function platformJobs(platform: Platform): JobKind<never>[] {
  const { db } = platform;
  return [
    sendEmailJob(platform),
    {
      name: 'maintain-live-events',
      schedule: '7 * * * *',
      run: () => maintainLiveEvents(db),
    },
    {
      name: 'sweep-rate-limits',
      schedule: '37 * * * *',
      run: () => deleteOldHits(db),
    },
  ];
}
