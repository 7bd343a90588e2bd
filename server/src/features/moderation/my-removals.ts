import type { MyRemoval } from '#contract/moderation.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { toExcerpt, toPlainText } from '#server/platform/text/rich-text.ts';
import { acknowledgeCommentRemoval } from '../comments/index.ts';
import { removals } from '../posts/index.ts';
import { listMyRemovalRows } from './my-removals.queries.ts';

const maxRemovals = 20;
const excerptLength = 140;

/** Returns the viewer's removed content with the reasons, whatever their notification preferences are. */
export async function listMyRemovals(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
): Promise<MyRemoval[]> {
  const rows = await listMyRemovalRows(db, {
    user_id: viewer.user_id,
    space_id: scope.space_id,
    limit: maxRemovals,
  });
  return rows.map(({ kind, id, post_id, slug, title, body, reason, removed_at }) => ({
    kind,
    id,
    post: { id: post_id, slug, title },
    excerpt: toExcerpt(kind === 'post' ? body : toPlainText(body), excerptLength),
    reason,
    removed_at,
  }));
}

/** Acknowledges a removal, for good and on every device. */
export async function acknowledgeRemoval(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
  targetId: string,
): Promise<void> {
  const author = { user_id: viewer.user_id, space_id: scope.space_id, at: nowIso() };
  await db.transaction().execute(async (tx) => {
    await removals.acknowledge(tx, { ...author, post_id: targetId });
    await acknowledgeCommentRemoval(tx, { ...author, comment_id: targetId });
  });
}
