import { useEffect, useState } from 'react';
import { listDrafts } from '#web/lib/cache/drafts.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { hasUnsent } from '#web/lib/outbox/unsent-mark.ts';

const drafts = lazyComponent(async () => (await import('./unsent-drafts.tsx')).UnsentDrafts);

/** Unsent drafts, whose code is loaded if this browser may have some. */
export function LazyUnsentDrafts({ userId, postId }: { userId: string; postId: string }) {
  const [mayHave, setMayHave] = useState(false);
  // The server doesn't know what is stored in the browser.
  useEffect(() => {
    setMayHave(hasUnsent(userId) || listDrafts(userId, `comment:${postId}`).length > 0);
  }, [userId, postId]);
  return mayHave && <drafts.Component userId={userId} postId={postId} />;
}
