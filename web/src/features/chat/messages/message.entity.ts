import type { Message } from '#contract/features/chat/messages.ts';
import { defineEntity } from '#web/lib/cache/entity-cache.ts';

declare module '#web/lib/cache/entity-cache.ts' {
  interface Entities {
    message: Message;
  }
}

export const messageEntity = defineEntity('message', {
  ofViewer: ['my_reactions', 'has_liked', 'read_by_ids'],
  // What it replies to may have been edited or deleted since the response: that has a version of its own.
  keep: ({ reply_to }, incoming) =>
    reply_to && incoming.reply_to && reply_to.version > incoming.reply_to.version ? { reply_to } : {},
});
