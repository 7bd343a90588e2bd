import { feed } from '#server/features/feed/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Tells the people of the demo of a post that was just written, as the job of the feed does, at that moment. */
export async function fanOutDemoPost(platform: Platform, at: number): Promise<void> {
  for (const kind of feed.jobs?.(platform) ?? []) {
    if (kind.name === 'notify-followers') await withFrozenTime(at, () => kind.run({} as never));
  }
}
