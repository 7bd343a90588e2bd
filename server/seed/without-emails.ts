import type { Platform } from '#server/platform/platform.ts';

/** The platform with a job queue that drops all jobs, so that filling the demo sends no emails. */
export function withoutEmails(platform: Platform): Platform {
  return { ...platform, jobs: { enqueue: async () => {}, stop: async () => {} } };
}
