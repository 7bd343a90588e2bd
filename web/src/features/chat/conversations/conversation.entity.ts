import type { Conversation } from '#contract/features/chat/conversations.ts';
import { defineEntity } from '#web/lib/cache/entity-cache.ts';

declare module '#web/lib/cache/entity-cache.ts' {
  interface Entities {
    conversation: Conversation;
  }
}

/** What only the viewer sees; `viewer_version` says which is newer. */
const ofViewer = ['last_read_seq', 'unread_count', 'is_marked_unread', 'muted_until', 'status'] as const;

export const conversationEntity = defineEntity('conversation', {
  keep: (current, incoming) =>
    incoming.viewer_version < current.viewer_version
      ? Object.fromEntries([...ofViewer, 'viewer_version' as const].map((field) => [field, current[field]]))
      : {},
});
