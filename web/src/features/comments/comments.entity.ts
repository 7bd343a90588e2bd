import type { Comment } from '#contract/features/comments/comments.ts';
import { defineEntity } from '#web/lib/cache/entity-cache.ts';

declare module '#web/lib/cache/entity-cache.ts' {
  interface Entities {
    comment: Comment;
  }
}

export const commentEntity = defineEntity('comment', { ofViewer: ['has_liked', 'my_reactions'] });
