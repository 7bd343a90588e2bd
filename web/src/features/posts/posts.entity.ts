import type { Post } from '#contract/features/posts/posts.ts';
import { defineEntity } from '#web/lib/cache/entity-cache.ts';

declare module '#web/lib/cache/entity-cache.ts' {
  interface Entities {
    /** `body` is present once the post has been opened. */
    post: Post & { body?: string };
  }
}

export const postEntity = defineEntity('post', {
  ofViewer: ['has_liked', 'my_reactions'],
  // A poll changes independently of its post, and events contain no viewer-specific results, so the more complete one is kept.
  keep: ({ poll }, incoming, fromEvent) =>
    poll && incoming.poll && (fromEvent || incoming.poll.version < poll.version) ? { poll } : {},
});
