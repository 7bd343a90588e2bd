import { posts } from '#server/features/posts/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Notifies demo people of a new post at the given time, as the job of the posts does. */
export async function fanOutDemoPost(platform: Platform, at: number): Promise<void> {
  for (const kind of posts.jobs?.(platform) ?? []) {
    if (kind.name === 'notify-followers') await withFrozenTime(at, () => kind.run({} as never));
  }
}
