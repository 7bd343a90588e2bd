import { nowMs } from './clock.ts';
import { sendEmailJob } from './email/send-email.job.ts';
import { deleteOldHits } from './http/limits/rate-limit.queries.ts';
import type { JobKind } from './jobs/jobs.ts';
import { deleteOldLiveEvents } from './live/live.queries.ts';
import type { Platform } from './platform.ts';

const hour = 60 * 60 * 1000;
/** How long live events are kept: a client that was away longer refetches. Milliseconds. */
export const liveEventsKept = 24 * hour;

/** Jobs that belong to no feature. */
export function platformJobs(platform: Platform): JobKind<never>[] {
  const { db } = platform;
  return [
    sendEmailJob(platform),
    {
      name: 'sweep-live-events',
      schedule: '7 * * * *',
      run: () => deleteOldLiveEvents(db, new Date(nowMs() - liveEventsKept).toISOString()),
    },
    {
      name: 'sweep-rate-limits',
      schedule: '37 * * * *',
      run: () => deleteOldHits(db),
    },
  ];
}
