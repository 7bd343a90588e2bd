import type { Platform } from '#server/platform/platform.ts';

/** The platform with a job queue that drops everything: nobody is emailed about what happened before the demo existed. */
export function withoutEmails(platform: Platform): Platform {
  return { ...platform, jobs: { enqueue: async () => {}, stop: async () => {} } };
}
