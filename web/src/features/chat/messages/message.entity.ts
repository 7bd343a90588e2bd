import type { Message } from '#contract/features/chat/messages.ts';
import { defineEntity } from '#web/lib/cache/entity-cache.ts';

declare module '#web/lib/cache/entity-cache.ts' {
  interface Entities {
    message: Message;
  }
}

export const messageEntity = defineEntity('message', {
  ofViewer: ['my_reactions', 'has_liked', 'read_by_ids'],
});
