import type { MyRemoval } from '#contract/features/moderation/moderation.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { allWith } from '#server/platform/targets.ts';
import { toExcerpt, toPlainText } from '#server/platform/text/rich-text.ts';
import { listMyRemovalRows } from './my-removals.queries.ts';

const maxRemovals = 20;
const excerptLength = 140;

/** Returns the viewer's removed content with the reasons, whatever their notification preferences are. */
export async function listMyRemovals(
  { db, targets }: Pick<Platform, 'db' | 'targets'>,
  viewer: Viewer,
  scope: SpaceContext,
): Promise<MyRemoval[]> {
  const rows = await listMyRemovalRows(db, targets, {
    user_id: viewer.user_id,
    space_id: scope.space_id,
    limit: maxRemovals,
  });
  return rows.map(({ kind, id, post_id, slug, title, excerpt, body, reason, removed_at }) => ({
    kind,
    id,
    post: { id: post_id, slug, title },
    excerpt: toExcerpt(excerpt ?? toPlainText(body ?? ''), excerptLength),
    reason,
    removed_at,
  }));
}

/** Acknowledges a removal, for good and on every device. */
export async function acknowledgeRemoval(
  { db, targets }: Pick<Platform, 'db' | 'targets'>,
  viewer: Viewer,
  scope: SpaceContext,
  targetId: string,
): Promise<void> {
  const author = { user_id: viewer.user_id, space_id: scope.space_id, at: nowIso() };
  await db.transaction().execute(async (tx) => {
    for (const { acknowledge } of allWith(targets, 'removals'))
      await acknowledge(tx, { ...author, id: targetId });
  });
}
