import type { Comment } from '#contract/features/comments/comments.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { postChannel, publish } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../members/index.ts';
import { resolveMentions } from '../mentions/index.ts';
import { hourlyLimit } from '../posts/index.ts';
import { listClosedCategories, lockPostCategory } from '../spaces/index.ts';
import { attachUpload } from './attach-upload.ts';
import { updateCommentText } from './comment-lifecycle.queries.ts';
import { requireCommentText } from './comment-text.ts';
import {
  findCommentForUpdate,
  getComment,
  hasVersionWith,
  insertCommentVersion,
  postIdOfComment,
} from './comments.queries.ts';
import { toComment, toPublishedComment, toReader } from './comments.view.ts';
import { listReaders } from './discussions/choose-recipients.ts';
import { locatePage } from './discussions/discussions.access.ts';

/**
 * Edits the viewer's comment and saves the earlier version. The same text again changes nothing.
 * @throws AppError `comment_not_found`, `not_author`
 */
export async function updateComment(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  input: { comment_id: string; body: string; upload_id?: string | null | undefined },
): Promise<Comment> {
  return await context.db.transaction().execute(async (tx) => {
    const [rights, category_rules] = await Promise.all([
      requireActiveMember(tx, scope.space_id, viewer.user_id),
      lockPostCategory(tx, postIdOfComment(input.comment_id)),
    ]);
    const closed = await listClosedCategories(tx, viewer, { ...scope, ...rights, category_rules });
    if (closed.length > 0) throw new AppError('comment_not_found');
    const before = await findCommentForUpdate(tx, input.comment_id);
    if (!before) throw new AppError('comment_not_found');
    if (before.user_id !== viewer.user_id) throw new AppError('not_author');
    const isClosedPage =
      before.post_type === 'course_page' && !(await locatePage(tx, viewer, before.post_id));
    if (isClosedPage) throw new AppError('comment_not_found');
    const { body: marked, text } = requireCommentText(input.body, before.body);
    const { html: body, user_ids: marked_ids } = await resolveMentions(tx, scope.space_id, marked);
    const uploadId = input.upload_id === undefined ? before.upload_id : input.upload_id;
    const isChanged = body !== before.body || uploadId !== before.upload_id;
    const at = nowIso();
    if (isChanged) {
      await hourlyLimit.countEdit(tx, context.rateLimits, viewer.user_id);
      const isOther = uploadId !== null && uploadId !== before.upload_id;
      // The upload may be part of an earlier version: an older tab can restore it.
      const isNew = isOther && !(await hasVersionWith(tx, before.id, uploadId));
      await attachUpload(
        tx,
        { user_id: viewer.user_id, space_id: scope.space_id },
        isNew ? uploadId : null,
        at,
      );
      await insertCommentVersion(tx, {
        id: newId(),
        comment_id: before.id,
        space_id: before.space_id,
        body: before.body,
        upload_id: before.upload_id,
        written_at: before.edited_at ?? before.created_at,
      });
      await updateCommentText(tx, before.id, { body, upload_id: uploadId, edited_at: at });
    }
    const reader = toReader(viewer, scope);
    const comment = toComment(await getComment(tx, reader, before.id), reader);
    if (isChanged) {
      const { id: comment_id, post_id, space_id, user_id, post_type } = before;
      const user_ids = await listReaders(tx, { id: post_id, post_type }, { category_rules }, marked_ids);
      const update = { space_id, post_id, comment_id, user_id, edited_at: at, text, mentioned: user_ids };
      await publish(tx, postChannel(post_id), 'comment.edited', { comment: toPublishedComment(comment) });
      await runHooks(tx, context, 'commentUpdated', update);
    }
    return comment;
  });
}
