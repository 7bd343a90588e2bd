import { courses } from '#server/features/courses/index.ts';
import { posts } from '#server/features/posts/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { createWorkSlots } from '#server/platform/limits/work-slots.ts';
import type { Platform } from '#server/platform/platform.ts';

async function runDemoJob(platform: Platform, { jobs }: Feature, name: string, at: number): Promise<void> {
  for (const kind of jobs?.(platform) ?? [])
    if (kind.name === name) await withFrozenTime(at, () => kind.run({} as never));
}

const slots = createWorkSlots({ concurrency: 1, maxQueuedPerUser: 1_000, maxQueued: 1_000 });

/**
 * Runs `work`, which publishes posts or courses and notifies people of them, while nothing else publishes any: communities are
 * filled at the same time, and the jobs take what waits in all of them.
 */
export const publishAlone = <T>(work: () => Promise<T>): Promise<T> => slots.run('', work);

/** Notifies demo people of a new post at the given time, as the job of the posts does. */
export const fanOutDemoPost = (platform: Platform, at: number): Promise<void> =>
  runDemoJob(platform, posts, 'notify-followers', at);

/** Notifies demo people of new courses at the given time, as the job of the courses does. */
export const fanOutDemoCourses = (platform: Platform, at: number): Promise<void> =>
  runDemoJob(platform, courses, 'notify-of-courses', at);
