import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';

/** Loaded with the outbox, so that it is there when a comment is sent. */
export const { Component: LazyPendingComment, preload: preloadPendingComment } = lazyComponent(
  async () => (await import('./pending-comment.tsx')).PendingComment,
);
