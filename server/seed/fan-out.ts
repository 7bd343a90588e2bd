import { courses } from '#server/features/courses/index.ts';
import { posts } from '#server/features/posts/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import type { Platform } from '#server/platform/platform.ts';

async function runDemoJob(platform: Platform, { jobs }: Feature, name: string, at: number): Promise<void> {
  for (const kind of jobs?.(platform) ?? [])
    if (kind.name === name) await withFrozenTime(at, () => kind.run({} as never));
}

/** Notifies demo people of a new post at the given time, as the job of the posts does. */
export const fanOutDemoPost = (platform: Platform, at: number): Promise<void> =>
  runDemoJob(platform, posts, 'notify-followers', at);

/** Notifies demo people of new courses at the given time, as the job of the courses does. */
export const fanOutDemoCourses = (platform: Platform, at: number): Promise<void> =>
  runDemoJob(platform, courses, 'notify-of-courses', at);
